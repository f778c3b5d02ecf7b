/** Address of the screen: `/analysis/forecasts?step=&from=&to=&asOf=`. */
import { isDay } from '#events/case/fields.ts';
import { type PaceStep, paceSteps } from '#events/forecast/forecast.ts';
import { analysisHref } from '../analysis-href.ts';

export type ForecastsSearch = {
  /** Dates of this step only, in the chart by month. */
  step: PaceStep | undefined;
  /** Days on which the dates are due. */
  from: string | undefined;
  to: string | undefined;
  /** A position or an ISO time, as the server takes it. */
  asOf: string | undefined;
};

const dayIn = (text: string | undefined) => (text !== undefined && isDay(text) ? text : undefined);

/** Steps that can be forecast: all but the first. */
export const forecastSteps = paceSteps.slice(1);

export function readForecastsSearch(given: Readonly<Record<string, string>>): ForecastsSearch {
  const [from, to] = [dayIn(given.from), dayIn(given.to)];
  const isReversed = from !== undefined && to !== undefined && to < from;
  return {
    step: forecastSteps.find(step => step === given.step),
    from,
    to: isReversed ? undefined : to,
    asOf: given.asOf || undefined,
  };
}

export const forecastsHref = (search: ForecastsSearch, change: Partial<ForecastsSearch> = {}): string =>
  analysisHref('forecasts', { ...search, ...change });
