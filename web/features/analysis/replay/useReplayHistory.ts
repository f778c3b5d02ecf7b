/** The history of the screen: whole, or the months around a moment if it is very long. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ReplayHistory, replayHistoryQuery } from './replay-queries.ts';

const isOutside = ({ whole, track }: ReplayHistory, at: number): boolean =>
  whole !== null && (at < track.from || at > track.to);

/** @param at the moment of the address; null for the end of the history */
export function useReplayHistory(at: number | null) {
  /** The moment around which the history is loaded. */
  const [near, setNear] = useState<number | null>(null);
  // Only a browser plays a history, so the server renders the page without it.
  const isBrowser = typeof document !== 'undefined';
  const { data, error, isFetching, refetch } = useQuery({ ...replayHistoryQuery(near), enabled: isBrowser });
  const isAway = !!data && at !== null && at !== near && isOutside(data, at);
  useEffect(() => {
    if (isAway) setNear(at);
  }, [isAway, at]);
  return {
    /** Undefined while it is loaded; null before the first case. */
    history: isAway ? undefined : data,
    failed: error !== null && !isFetching,
    near,
    setNear,
    refetch,
  };
}
