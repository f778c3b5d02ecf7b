/** Queries of the reports, of the cases behind their figures, and of the choices of their filters. */
import { queryOptions } from '@tanstack/react-query';
import type { ReportData, ReportName } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';
import { type OpenedFigure, type ReportSearch, reportQueryParams } from './report-search.ts';

/** @param by the split, taken instead of the address's; undefined for none */
export function reportQuery<N extends ReportName>(name: N, search: ReportSearch, by?: string) {
  const query = { ...reportQueryParams(search), by };
  return queryOptions({
    queryKey: ['report', name, query],
    queryFn: async ({ client, signal }) => {
      const answer: unknown = await apiOf(client).read(`/api/reports/${name}`, { query, signal });
      // Cast: the path names the report, which the type of `read` does not follow for a generic name.
      return answer as ReportData<N>;
    },
  });
}

/** Number of cases on a page of the list behind a figure. */
const casesPageSize = 20;

export function figureCasesQuery({ report, figure, cell }: OpenedFigure, search: ReportSearch, page: number) {
  const asked = { ...reportQueryParams(search), figure, cell };
  return queryOptions({
    queryKey: ['report', report, 'cases', asked, page],
    queryFn: ({ client, signal }) =>
      apiOf(client).read(`/api/reports/${report}/cases`, {
        query: { ...asked, page: String(page), size: String(casesPageSize) },
        signal,
      }),
  });
}

/** Organisations and people change seldom. */
const choicesMs = 5 * 60_000;

/** Query of the organisations and people by which a report can be filtered. */
export const reportFilterChoicesQuery = () =>
  queryOptions({
    queryKey: ['report', 'choices'],
    queryFn: ({ client, signal }) => apiOf(client).read('/api/analysis/choices', { signal }),
    staleTime: choicesMs,
  });
