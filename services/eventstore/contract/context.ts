/** Shared helpers of the contract's tests. */

import type { NewRawEvent, RawEvent } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { RawEventStore } from '../port.ts';

export type StoreUnderTest = {
  store: RawEventStore;
  /** Opens the store as it is after a kill of the process. `store` itself stays open. */
  reopen?: () => Promise<RawEventStore>;
  /** True if the log's own positions have gaps. `store` then numbers its events (`createGaplessStore`). */
  gaps?: true;
  /** Number of streams that counts as many for this store. Default: 10,000. */
  many?: number;
  dispose(): Promise<void>;
};

export type ContractContext = {
  readonly store: RawEventStore;
  readonly gaps: boolean;
  readonly many: number;
  reopen(): Promise<RawEventStore> | undefined;
  /** Opens another empty store. */
  fresh(): Promise<StoreUnderTest>;
};

export const createTestEvent = (id: string, more: Partial<NewRawEvent> = {}): NewRawEvent => ({
  id,
  type: 'noted',
  v: 1,
  at: '2026-01-02T03:04:05.678Z',
  by: 'system',
  data: { note: id },
  ...more,
});

/** Creates events with ids `a0`, `a1`, … */
export const createTestEvents = (count: number, prefix = 'e'): NewRawEvent[] =>
  Array.from({ length: count }, (_, i) => createTestEvent(`${prefix}${i}`));

export async function collectItems<T>(
  source: AsyncIterable<T>,
  count = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const found: T[] = [];
  if (count === 0) return found;
  for await (const item of source) {
    found.push(item);
    if (found.length >= count) break;
  }
  return found;
}

export const collectEventIds = async (source: AsyncIterable<RawEvent>, count?: number) =>
  (await collectItems(source, count)).map(found => found.id);

export const positionNumbersOf = (found: RawEvent[]) => found.map(({ position }) => Number(position));

/** Position of the n-th event, from 1. A store with gaps is wrapped by `createGaplessStore`. */
export const positionAt = toLogPosition;

export const numbersUpTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
