/**
 * `?from=&to=&asOf=&method=&productType=&org=&person=&by=&with=&status=`: the parameters of a report, and the figure
 * whose cases are listed.
 */

import { parseCellText, type ReportWithFigures, reportFigures } from '#events/analysis/figures.ts';
import type { AnalysisScreen } from '#events/analysis/screens.ts';
import { options } from '#events/case/options.ts';
import { analysisHref } from '../analysis-href.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';

/** The part of the search that also applies to other screens. */
export type ReportFilters = {
  /** First day, and the day after the last one, yyyy-mm-dd. */
  from?: string;
  to?: string;
  /** A position or an ISO time; absent: now. */
  asOf?: string;
  method?: string;
  productType?: string;
  org?: string;
  /** Pseudonym. */
  person?: string;
};

export type ReportSearch = ReportFilters & {
  by?: string;
  /** For the screen of times: the holder of the cases (holders.ts), and the only status shown. */
  with?: string;
  status?: string;
  /** The opened figure, `<report>.<figure>`, and its item (figures.ts). */
  list?: string;
  cell?: string;
};

/** A figure whose cases are listed. */
export type OpenedFigure = { report: ReportWithFigures; figure: string; cell: string };

const day = (text: string | undefined) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);
const among = (choices: readonly number[], text: string | undefined) =>
  choices.some(choice => String(choice) === text) ? text : undefined;
const short = (text: string | undefined) => text?.slice(0, 64) || undefined;

const monthStart = (text: string | undefined) => text && `${text.slice(0, 7)}-01`;
/** The first day of the month after a day; a day that is the first of its month is returned as it is. */
function monthEnd(text: string | undefined): string | undefined {
  if (!text || text.endsWith('-01')) return text;
  const [year = 0, month = 0] = text.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
/** Returns a day that does not exist as it is, because the server refuses it. */
function movedBy(days: number, text: string | undefined): string | undefined {
  const at = Date.parse(text ?? '') + days * DAY_MS;
  return Number.isNaN(at) ? text : new Date(at).toISOString().slice(0, 10);
}
/** The last day of a range, as typed and shown. `to` itself is not part of the range. */
export const lastDayBefore = (to: string | undefined): string | undefined => movedBy(-1, to);
/** The exclusive end `to` of a range with this last day. */
export const dayAfter = (lastDay: string | undefined): string | undefined => movedBy(1, lastDay);

/**
 * Whether a report filters or splits by sealed facts (method, product type, preset): the server answers these for whole
 * months only.
 */
export const needsWholeMonths = ({ method, productType, by }: ReportSearch): boolean =>
  method !== undefined || productType !== undefined || ['method', 'productType', 'preset'].includes(by ?? '');

/** Widens the days of a report on sealed facts to whole months, and moves `asOf` back to the start of its month. */
function wholeMonths(search: ReportSearch): ReportSearch {
  if (!needsWholeMonths(search)) return search;
  const { from, to, asOf } = search;
  return { ...search, from: monthStart(from), to: monthEnd(to), asOf: monthStart(day(asOf?.slice(0, 10))) };
}

/**
 * Moment for a link to the present view: the moment in the address, otherwise the position of the answer. Undefined for
 * reports by method or product type, because these exist for whole months only.
 */
export const momentOfReportLink = (search: ReportSearch, position: string | undefined): string | undefined =>
  search.asOf ?? (needsWholeMonths(search) ? undefined : position);

/** The day of a moment; undefined for a position. */
export const dayOfMoment = (asOf: string | undefined): string | undefined => day(asOf?.slice(0, 10));

const filtersOf = (given: AnalysisScreenProps['search']): ReportFilters => ({
  from: day(given.from),
  to: day(given.to),
  asOf: short(given.asOf),
  method: among(options.method, given.method),
  productType: among(options.productType, given.productType),
  org: short(given.org),
  person: short(given.person),
});

/** Invalid values are left out, so that an old bookmark still opens the screen. */
export const readReportSearch = (given: AnalysisScreenProps['search']): ReportSearch =>
  wholeMonths({
    ...filtersOf(given),
    by: short(given.by),
    with: short(given.with),
    status: short(given.status),
    list: short(given.list),
    cell: given.cell?.slice(0, 2000),
  });

/** The parameters for the server's report. Leaves out those that only the screen uses. */
export function reportQueryParams({
  list: _list,
  cell: _cell,
  with: _with,
  status: _status,
  ...asked
}: ReportSearch) {
  return asked;
}

/** Splits of the reports that always have one. */
export const defaultSplits = { reworkTotals: 'technician' } as const;
const splits: Readonly<Partial<Record<ReportWithFigures, string>>> = defaultSplits;

/** The search for the cases behind a figure: with its report's default split if the address has none. */
export const figureCasesSearch = (
  { report }: Pick<OpenedFigure, 'report'>,
  search: ReportSearch,
): ReportSearch => ({
  ...search,
  by: search.by ?? splits[report],
});

/** The figure that the address opens; undefined without one, or if no report has it. */
export function openedFigureOf({ list, cell }: ReportSearch): OpenedFigure | undefined {
  const [name = '', figure = ''] = list?.split('.') ?? [];
  if (cell === undefined || !Object.hasOwn(reportFigures, name)) return undefined;
  // Cast: the table has the name.
  const report = name as ReportWithFigures;
  const isFigure = reportFigures[report].figures.some(one => one === figure);
  return isFigure && parseCellText(report, cell) ? { report, figure, cell } : undefined;
}

/** The address of a screen with a change of the search. Closes an open list, because it belongs to the earlier search. */
export const reportHref = (screen: AnalysisScreen, search: ReportSearch, change: ReportSearch = {}): string =>
  analysisHref(screen, wholeMonths({ ...search, list: undefined, cell: undefined, ...change }));

/** Screens with the bar of filters. */
const reportScreens: readonly AnalysisScreen[] = [
  'map',
  'times',
  'rework',
  'workload',
  'cohorts',
  'forecasts',
];

/**
 * The filters that another screen takes over from this one. In the forecasts' range the day `to` is included, in the
 * reports' range it is not.
 */
export function filtersForScreen(
  from: AnalysisScreen | undefined,
  to: AnalysisScreen,
  search: AnalysisScreenProps['search'],
): ReportFilters {
  if (from === undefined || !reportScreens.includes(from) || !reportScreens.includes(to)) return {};
  const filters = filtersOf(search);
  if (from === to || filters.to === undefined) return filters;
  if (from === 'forecasts') return { ...filters, to: dayAfter(filters.to) };
  return to === 'forecasts' ? { ...filters, to: lastDayBefore(filters.to) } : filters;
}
