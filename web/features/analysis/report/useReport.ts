/** A live report: read again shortly after an event, unless it is as of a past moment. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReportName } from '#services/api/answers.ts';
import { pageSocket } from '#web/lib/socket.ts';
import { createPushFollower } from './push-follower.ts';
import { reportQuery } from './report-queries.ts';
import type { ReportSearch } from './report-search.ts';

/** Poll interval while a report lacks rows or the tables are still empty. */
const lackingMs = 20_000;

type Asked = {
  /** The split. Default: none. */
  by?: string | undefined;
  /** False while the screen does not show the report. */
  isShown?: boolean;
};

export function useReport<N extends ReportName>(
  name: N,
  search: ReportSearch,
  { by, isShown = true }: Asked = {},
) {
  const query = useQuery({
    ...reportQuery(name, search, by),
    enabled: isShown,
    refetchInterval: ({ state: { data } }) =>
      data && (data.lacks.length > 0 || data.clock === null) ? lackingMs : false,
  });
  const { refetch } = query;
  const isLive = isShown && search.asOf === undefined;
  useEffect(() => {
    if (!isLive) return;
    const follower = createPushFollower(async () => {
      const { data, isError } = await refetch();
      return isError ? undefined : data?.position;
    });
    const end = pageSocket.on('rows', follower.pushed);
    return () => {
      end();
      follower.stop();
    };
  }, [isLive, refetch]);
  return query;
}
