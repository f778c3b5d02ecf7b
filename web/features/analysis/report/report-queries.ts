/** Queries of the reports. */
import { queryOptions } from '@tanstack/react-query';
import type { ReportData, ReportName } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';
import type { ReportSearch } from './report-search.ts';

/** @param by the split; undefined for none, whatever the address says */
export const reportQuery = <N extends ReportName>(
  name: N,
  { by: _by, ...search }: ReportSearch,
  by?: string,
) =>
  queryOptions({
    queryKey: ['report', name, search, by],
    queryFn: async ({ client, signal }) => {
      const answer: unknown = await apiOf(client).read(`/api/reports/${name}`, {
        query: { ...search, by },
        signal,
      });
      // Boundary: the path names the report, which the type of `read` does not follow for a generic name.
      return answer as ReportData<N>;
    },
  });
