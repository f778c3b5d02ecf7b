/** What the load of conversations is told to do, and what it tells. */

/** A page: who sits at it, and the conversations that it has open. */
export type Seat = { token: string; rooms: string[] };

/** Pages whose conversations nobody else of the load has open: what one process takes on. */
export type Ward = { seats: Seat[] };

/** Said at a steady rate, by all pages in turn. */
export type Saying = {
  perSecond: number;
  seconds: number;
  /** Characters of each message; default: a sentence. */
  length?: number;
  /** Numbers of the wards that speak; default: all. */
  wards?: number[];
  /** How long these take is not told. */
  untimed?: boolean;
};

export type Order =
  | { do: 'open'; url: string; wards: Ward[] }
  | ({ do: 'say' } & Saying)
  /** Tells how it stands now. */
  | { do: 'look' }
  /** Ends saying, and waits until all that was said is acknowledged and heard. */
  | { do: 'settle' }
  /** Pages that connect, open conversations, and then read nothing any more. */
  | { do: 'stall'; url: string; seats: Seat[] }
  | { do: 'end' };

/** How long messages took to another page: quarters of a millisecond → how many. */
export type Times = Record<string, number>;

export type Told = {
  said: number;
  refused: number;
  /** Heard by pages of the conversation, the sender's own among them. */
  heard: number;
  /** What was not acknowledged; and of what is known, what a page of the conversation did not hear. */
  lost: number;
  /** Heard more than once, also where it was given after a break. */
  doubled: number;
  /** Heard before one that stands before it, or as another number than elsewhere. */
  disordered: number;
  times: Times;
  /** Pages that are connected and have their conversations open. */
  open: number;
  /** When the last page had, ms since 1970. */
  openedAt: number;
  /** Times that pages came back, what they were given then, and conversations of which too much was missed. */
  returns: number;
  caughtUp: number;
  readAnew: number;
};

export const quarters = 4;

export function percentile(times: Times, p: number): number {
  const sorted = Object.entries(times)
    .map(([at, n]) => [Number(at), n] as const)
    .sort(([a], [b]) => a - b);
  const wanted = Math.ceil(sorted.reduce((sum, [, n]) => sum + n, 0) * p);
  let seen = 0;
  for (const [at, n] of sorted) {
    seen += n;
    if (seen >= wanted) return (at + 1) / quarters;
  }
  return Number.NaN;
}

const sums = ['said', 'refused', 'heard', 'lost', 'doubled', 'disordered', 'open', 'returns'] as const;

/** Of several processes, what they tell together. */
export function together(all: readonly Told[]): Told {
  const sum = (name: 'caughtUp' | 'readAnew' | (typeof sums)[number]) =>
    all.reduce((n, told) => n + told[name], 0);
  const times: Times = {};
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
