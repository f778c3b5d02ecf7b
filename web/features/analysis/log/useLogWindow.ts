/** Reads the rows of the LOG in both directions, and new events while the rows reach the log's end. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { pageSocket } from '#web/lib/socket.ts';
import { type LogPageStart, readLogPage } from './log-queries.ts';
import type { ServerLogFilter } from './log-search.ts';
import {
  type LogPage,
  type LogWindow,
  logWindowAtEnd,
  logWindowAtMoment,
  nextPageStart,
  withEarlierPage,
  withLaterPage,
} from './log-window.ts';

/** Delay from the first push to reading new events, so that a busy log is read in pages, not event by event. */
const FOLLOW_MS = 700;

export type LogWindowState = {
  /** Undefined until the first page is read. */
  window: LogWindow | undefined;
  failed: boolean;
  /** Time up to which the server has searched for events of a rare filter; null if no search is running. */
  searching: string | null;
  loadEarlier: () => void;
  loadLater: () => void;
  retry: () => void;
};

type Started = { window: LogWindow | undefined; failed: boolean; searching: string | null };
const nothing: Started = { window: undefined, failed: false, searching: null };

/**
 * Trap: filter and moment must not change during the life of the component that uses the hook. Give that component a
 * key.
 * @param at a day or an ISO time; undefined for the log's end
 */
export function useLogWindow(filter: ServerLogFilter, at: string | undefined): LogWindowState {
  const client = useQueryClient();
  const [state, setState] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const current = useRef<LogWindow>(undefined);
  const busy = useRef(false);
  const ending = useRef<AbortController>(undefined);

  /** Reads pages until one has rows or the log ends. @throws ApiError */
  const search = async (place: LogPageStart, signal: AbortSignal) => {
    const direction = 'after' in place || 'at' in place ? 'after' : 'before';
    let page: LogPage = await readLogPage(client, filter, place, signal);
    while (page.items.length === 0 && page.next !== null) {
      const searching = page.readUntil;
      setState(before => ({ ...before, searching }));
      page = await readLogPage(client, filter, { ...place, [direction]: page.next }, signal);
    }
    return page;
  };
  const run = (read: (signal: AbortSignal) => Promise<LogWindow>) => {
    const signal = ending.current?.signal;
    if (busy.current || !signal) return;
    busy.current = true;
    read(signal)
      .then(
        window => {
          current.current = window;
          if (!signal.aborted) setState({ window, failed: false, searching: null });
        },
        () => {
          if (!signal.aborted) setState(before => ({ ...before, failed: true, searching: null }));
        },
      )
      .finally(() => {
        busy.current = false;
      });
  };
  const start = async (signal: AbortSignal) => {
    const there = at === undefined ? undefined : logWindowAtMoment(await search({ at }, signal));
    return there ?? logWindowAtEnd(await search({}, signal));
  };
  const loadEarlier = () => {
    const window = current.current;
    if (!window || window.earlier === null) return;
    const place = { before: window.earlier };
    run(async signal => withEarlierPage(window, await search(place, signal)));
  };
  const loadLater = () => {
    const window = current.current;
    if (!window) return;
    run(async signal => withLaterPage(window, await search({ after: nextPageStart(window) }, signal)));
  };
  const latest = useRef({ start, loadLater });
  latest.current = { start, loadLater };

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once for each attempt
  useEffect(() => {
    const controller = new AbortController();
    ending.current = controller;
    busy.current = false;
    run(signal => latest.current.start(signal));
    return () => controller.abort();
  }, [attempt]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      if (current.current?.later !== null || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        latest.current.loadLater();
      }, FOLLOW_MS);
    };
    const stops = [pageSocket.on('rows', follow), pageSocket.onChange(follow)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);

  return { ...state, loadEarlier, loadLater, retry: () => setAttempt(attempt + 1) };
}
