/** Queries of the comparisons with other versions. */
import { queryOptions } from '@tanstack/react-query';
import { isUnfinishedJob } from '#events/job-state.ts';
import type { WhatIfOverview } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';

/** Poll interval while a comparison is not over, because it is no event and is not pushed. */
const askAgainMs = 2000;

export const whatIfOverviewQuery = () =>
  queryOptions({
    queryKey: ['whatIf'],
    queryFn: ({ client, signal }): Promise<WhatIfOverview> =>
      apiOf(client).read('/api/analysis/whatif', { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinishedJob) ? askAgainMs : false),
  });
