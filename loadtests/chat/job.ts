/** Commands to the chat load processes, and their results. */

/** A page: the session of its user, and its open conversations. */
export type PageSession = { token: string; rooms: string[] };

/** Pages that share conversations only with each other, so that one process can simulate them. */
export type PageGroup = { seats: PageSession[] };

/** Messages at a steady rate, from all pages in turn. */
export type MessageLoad = {
  perSecond: number;
  seconds: number;
  /** Characters of each message; default: one sentence. */
  length?: number;
  /** Indexes of the groups whose pages write; default: all. */
  groups?: number[];
  /** True: latencies of these messages are not recorded. */
  untimed?: boolean;
};

export type LoadCommand =
  | { do: 'open'; url: string; groups: PageGroup[] }
  | ({ do: 'say' } & MessageLoad)
  /** Returns the current results. */
  | { do: 'look' }
  /** Stops writing, and waits until all messages are acknowledged and received. */
  | { do: 'settle' }
  /** Opens pages that connect, open their conversations, and then stop reading. */
  | { do: 'stall'; url: string; seats: PageSession[] }
  | { do: 'end' };

/** Histogram of latencies to other pages: quarters of a millisecond → number of messages. */
export type LatencyHistogram = Record<string, number>;

export type LoadResults = {
  said: number;
  refused: number;
  /** Messages received by pages, including the sender's own. */
  heard: number;
  /** Messages that were not acknowledged, and stored messages that a page did not receive. */
  lost: number;
  /** Messages received more than once, including those sent again after a reconnection. */
  doubled: number;
  /** Messages received after a later one, or with a number that differs between pages. */
  disordered: number;
  times: LatencyHistogram;
  /** Connected pages with all their conversations open. */
  open: number;
  /** Time at which the last page opened, ms since 1970. */
  openedAt: number;
  /** Reconnections, messages resent after them, and conversations with too many missed messages to resend. */
  returns: number;
  caughtUp: number;
  readAnew: number;
};

export const BUCKETS_PER_MS = 4;

export function percentile(times: LatencyHistogram, p: number): number {
  const sorted = Object.entries(times)
    .map(([at, n]) => [Number(at), n] as const)
    .sort(([a], [b]) => a - b);
  const wanted = Math.ceil(sorted.reduce((sum, [, n]) => sum + n, 0) * p);
  let seen = 0;
  for (const [at, n] of sorted) {
    seen += n;
    if (seen >= wanted) return (at + 1) / BUCKETS_PER_MS;
  }
  return Number.NaN;
}

const sums = ['said', 'refused', 'heard', 'lost', 'doubled', 'disordered', 'open', 'returns'] as const;

/** Combines the results of several processes. */
export function combineResults(all: readonly LoadResults[]): LoadResults {
  const sum = (name: 'caughtUp' | 'readAnew' | (typeof sums)[number]) =>
    all.reduce((n, told) => n + told[name], 0);
  const times: LatencyHistogram = {};
  for (const told of all) for (const [at, n] of Object.entries(told.times)) times[at] = (times[at] ?? 0) + n;
  return {
    said: sum('said'),
    refused: sum('refused'),
    heard: sum('heard'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    disordered: sum('disordered'),
    open: sum('open'),
    returns: sum('returns'),
    caughtUp: sum('caughtUp'),
    readAnew: sum('readAnew'),
    times,
    openedAt: Math.max(...all.map(told => told.openedAt)),
  };
}
