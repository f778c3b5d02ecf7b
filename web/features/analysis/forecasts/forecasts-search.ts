/** Address of the screen: `/analysis/forecasts?step=&from=&to=&asOf=`, and `list` for the opened figure. */
import { isDay } from '#events/case/fields.ts';
import { type PaceStep, paceSteps } from '#events/forecast/forecast.ts';
import { analysisHref } from '../analysis-href.ts';

/** Which dates to list: `step`, `half` for likely or `most` for latest dates, and kept or missed ones. */
export type ForecastDatesSelection = { step: PaceStep; share: 'half' | 'most'; kept: boolean };

export type ForecastsSearch = {
  /** The chart by month shows only dates of this step. */
  step: PaceStep | undefined;
  /** Range of days in which the dates are due. */
  from: string | undefined;
  to: string | undefined;
  /** A position or an ISO time, as the server takes it. */
  asOf: string | undefined;
  listed: ForecastDatesSelection | undefined;
  /** Filters of other screens, kept in the address. They do not affect forecasts. */
  others?: Readonly<Record<string, string | undefined>>;
};

const dayIn = (text: string | undefined) => (text !== undefined && isDay(text) ? text : undefined);

/** Steps that can be forecast: all but the first. */
export const forecastSteps = paceSteps.slice(1);

const listText = ({ step, share, kept }: ForecastDatesSelection) =>
  `${step}-${share}-${kept ? 'kept' : 'missed'}`;

const allLists = forecastSteps.flatMap(step =>
  (['half', 'most'] as const).flatMap(share =>
    [true, false].map((kept): ForecastDatesSelection => ({ step, share, kept })),
  ),
);

const othersKept = ['method', 'productType', 'org', 'person'] as const;

export function readForecastsSearch(given: Readonly<Record<string, string>>): ForecastsSearch {
  const [from, to] = [dayIn(given.from), dayIn(given.to)];
  const isReversed = from !== undefined && to !== undefined && to < from;
  return {
    step: forecastSteps.find(step => step === given.step),
    from,
    to: isReversed ? undefined : to,
    asOf: given.asOf || undefined,
    listed: allLists.find(listed => listText(listed) === given.list),
    others: Object.fromEntries(othersKept.flatMap(name => (given[name] ? [[name, given[name]]] : []))),
  };
}

export function forecastsHref(search: ForecastsSearch, change: Partial<ForecastsSearch> = {}): string {
  const { listed, others, ...fields } = { ...search, ...change };
  return analysisHref('forecasts', { ...others, ...fields, list: listed && listText(listed) });
}
