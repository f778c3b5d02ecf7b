/** The version that this person last looked at. Opening a newer one updates it for the next visit. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';

const pathOf = (caseId: string) => `/cases/${encodeURIComponent(caseId)}/plans/looked`;

/** The value at page load: updates during this visit apply to the next one. */
const lastViewedQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['looked', caseId],
    queryFn: ({ client }) => apiOf(client).read('/api/cases/:id/plans/looked', { parts: { id: caseId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * The version last looked at before this visit; null: none, undefined: loading. @param version the open
 * version
 */
export function useLastViewedVersion(
  caseId: string,
  list: VersionListName,
  version: number | undefined,
): number | null | undefined {
  const client = useQueryClient();
  const { data } = useQuery(lastViewedQuery(caseId));
  const before = data?.[list];
  useEffect(() => {
    if (version === undefined || before === undefined || version <= (before ?? 0)) return;
    void sendCommand('PUT', pathOf(caseId), { list, version }, { quiet: true });
  }, [caseId, list, version, before]);
  useEffect(
    () => () => client.removeQueries({ queryKey: lastViewedQuery(caseId).queryKey }),
    [client, caseId],
  );
  return before;
}
