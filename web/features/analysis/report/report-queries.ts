/** Queries of the reports, of the cases behind their figures, and of the choices of their filters. */
import { queryOptions } from '@tanstack/react-query';
import type { ReportData, ReportName } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';
import type { OpenedFigure, ReportSearch } from './report-search.ts';

/** @param by the split; undefined for none, whatever the address says */
export const reportQuery = <N extends ReportName>(
  name: N,
  { by: _by, list: _list, cell: _cell, ...filters }: ReportSearch,
  by?: string,
) =>
  queryOptions({
    queryKey: ['report', name, filters, by],
    queryFn: async ({ client, signal }) => {
      const answer: unknown = await apiOf(client).read(`/api/reports/${name}`, {
        query: { ...filters, by },
        signal,
      });
      // Boundary: the path names the report, which the type of `read` does not follow for a generic name.
      return answer as ReportData<N>;
    },
  });

/** Cases on a page of a figure's list. */
const casesPageSize = 20;

export const figureCases = (
  { report, figure, cell }: OpenedFigure,
  { list: _list, cell: _cell, ...asked }: ReportSearch,
  page: number,
) =>
  queryOptions({
    queryKey: ['report', report, 'cases', { figure, cell, ...asked }, page],
    queryFn: ({ client, signal }) =>
      apiOf(client).read(`/api/reports/${report}/cases`, {
        query: { ...asked, figure, cell, page: String(page), size: String(casesPageSize) },
        signal,
      }),
  });

/** Organisations and people change seldom. */
const choicesMs = 5 * 60_000;

export const reportChoices = () =>
  queryOptions({
    queryKey: ['report', 'choices'],
    queryFn: ({ client, signal }) => apiOf(client).read('/api/analysis/choices', { signal }),
    staleTime: choicesMs,
  });
