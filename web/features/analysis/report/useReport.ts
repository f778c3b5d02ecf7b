/** A report that moves by itself: read again a little after something happened, unless it is as of a past moment. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReportName } from '#services/api/answers.ts';
import { socketChannel } from '#web/lib/socket.ts';
import { reportQuery } from './report-queries.ts';
import type { ReportSearch } from './report-search.ts';

/** The analysts' tables have an event within a second or two. Pushes within this time lead to one reading. */
const gatherMs = 2000;

/** @param by the split; undefined for none */
export function useReport<N extends ReportName>(name: N, search: ReportSearch, by?: string) {
  const query = useQuery(reportQuery(name, search, by));
  const { refetch } = query;
  const isLive = search.asOf === undefined;
  useEffect(() => {
    if (!isLive) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      void refetch();
    };
    const end = socketChannel.on('rows', () => {
      timer ??= setTimeout(read, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [isLive, refetch]);
  return query;
}
