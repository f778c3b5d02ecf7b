/** `?from=&to=&asOf=&method=&productType=&org=&person=&by=`: what a report is asked for. */

import type { AnalysisScreen } from '#events/analysis/screens.ts';
import { options } from '#events/case/options.ts';
import { analysisHref } from '../analysis-href.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';

export type ReportSearch = {
  /** First and last day, yyyy-mm-dd. */
  from?: string;
  to?: string;
  /** A position or an ISO time; absent: now. */
  asOf?: string;
  method?: string;
  productType?: string;
  org?: string;
  /** Pseudonym. */
  person?: string;
  by?: string;
};

const day = (text: string | undefined) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);
const among = (choices: readonly number[], text: string | undefined) =>
  choices.some(choice => String(choice) === text) ? text : undefined;
const short = (text: string | undefined) => text?.slice(0, 64) || undefined;

/** Invalid values are left out, so that an old bookmark still opens the screen. */
export const readReportSearch = (given: AnalysisScreenProps['search']): ReportSearch => ({
  from: day(given.from),
  to: day(given.to),
  asOf: short(given.asOf),
  method: among(options.method, given.method),
  productType: among(options.productType, given.productType),
  org: short(given.org),
  person: short(given.person),
  by: short(given.by),
});

/** The address of a screen with a change of the search. */
export const reportHref = (screen: AnalysisScreen, search: ReportSearch, change: ReportSearch = {}): string =>
  analysisHref(screen, { ...search, ...change });
