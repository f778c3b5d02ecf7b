/** The address of a replay: a moment is a link. */
import { isStatus, type Status } from '#events/case/status.ts';
import { analysisHref } from '../analysis-href.ts';
import { stationOf } from './map-edges.ts';
import { defaultSpeed, type ReplaySpeed, speedNames } from './playhead.ts';

export type ReplayAddress = {
  /** The moment in ms since 1970; null for the end of the history. */
  at: number | null;
  speed: ReplaySpeed;
  /** The queue whose year is shown. */
  queue: Status | null;
  /** The moment to compare with. */
  compare: number | null;
  /** Whether the list of the queue is open. */
  list: boolean;
  /** Whether the replay follows new events. */
  live: boolean;
};

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

function readMoment(text: string | undefined): number | null {
  const ms = text && moment.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

function readQueue(text: string | undefined): Status | null {
  const code = text ? Number(text) : Number.NaN;
  return isStatus(code) ? stationOf(code) : null;
}

/** `2026-04-17T11:23:45Z` */
export const formatUtc = (ms: number): string => `${new Date(Math.floor(ms)).toISOString().slice(0, 19)}Z`;

/** Reads the address. Malformed values are dropped, so that an old link still opens the screen. */
export function readReplayAddress(search: Readonly<Record<string, string>>): ReplayAddress {
  const queue = readQueue(search.queue);
  return {
    at: readMoment(search.at),
    speed: speedNames.find(name => name === search.speed) ?? defaultSpeed,
    queue,
    compare: readMoment(search.compare),
    list: search.list === '1' && queue !== null,
    live: search.live === '1',
  };
}

export const replayHref = ({ at, speed, queue, compare, list, live }: ReplayAddress): string =>
  analysisHref('replay', {
    at: at === null || live ? null : formatUtc(at),
    speed: speed === defaultSpeed ? null : speed,
    queue,
    compare: compare === null ? null : formatUtc(compare),
    list: list ? 1 : null,
    live: live ? 1 : null,
  });
