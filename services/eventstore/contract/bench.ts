/** What the contract's tests stand on. */

import type { NewEvent, Recorded } from '#events/envelope.ts';
import { keptPosition } from '#events/log-position.ts';
import type { EventStore } from '../port.ts';

export type OpenStore = {
  store: EventStore;
  /** What is there after the process that has `store` open was killed; `store` itself stays open. */
  reopen?: () => Promise<EventStore>;
  /** Positions of the log itself have gaps: `store` counts its events (counted.ts). */
  gaps?: true;
  /** So many streams are many for it; default 10,000. */
  many?: number;
  dispose(): Promise<void>;
};

export type Bench = {
  readonly store: EventStore;
  readonly gaps: boolean;
  readonly many: number;
  reopen(): Promise<EventStore> | undefined;
  /** Another empty store, for tests that need many. */
  fresh(): Promise<OpenStore>;
};

export const event = (id: string, more: Partial<NewEvent> = {}): NewEvent => ({
  id,
  type: 'noted',
  v: 1,
  at: '2026-01-02T03:04:05.678Z',
  by: 'system',
  data: { note: id },
  ...more,
});

/** Ids `a0`, `a1`, … */
export const events = (count: number, prefix = 'e'): NewEvent[] =>
  Array.from({ length: count }, (_, i) => event(`${prefix}${i}`));

export async function collect<T>(source: AsyncIterable<T>, count = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  if (count === 0) return found;
  for await (const item of source) {
    found.push(item);
    if (found.length >= count) break;
  }
  return found;
}

export const ids = async (source: AsyncIterable<Recorded>, count?: number) =>
  (await collect(source, count)).map(found => found.id);

export const positions = (found: Recorded[]) => found.map(({ position }) => Number(position));

/** The position of an event by its number, from 1: stores with gaps are seen through `counted`. */
export const at = keptPosition;

export const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
