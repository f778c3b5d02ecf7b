/** What has just changed: rows that are tinted for a moment, and changes that a list does not show yet. */
import type { ReviewHere } from '#events/plan/live-review.ts';
import { createStore, useStore } from './store.ts';

/** How long a changed row is tinted. */
export const tintMs = 1200;

const none: ReadonlySet<string> = new Set();
const changed = createStore<ReadonlySet<string>>(none);
const pending = createStore<ReadonlySet<string>>(none);

/** Tints these cases for a moment. */
export function markChanged(
  ids: readonly string[],
  after = (ms: number, run: () => void): unknown => setTimeout(run, ms),
): void {
  if (ids.length === 0) return;
  changed.set(before => new Set([...before, ...ids]));
  after(tintMs, () => changed.set(before => new Set([...before].filter(id => !ids.includes(id)))));
}

/** These cases changed in a way that may move them in, out of or within the list on screen. */
export function markPending(ids: readonly string[]): void {
  if (ids.length > 0) pending.set(before => new Set([...before, ...ids]));
}

/** A list was read anew: nothing is waiting to be shown. */
export const clearPending = (): void => pending.set(none);

/** Ids of cases that changed in the last 1.2 s. */
export const useChanged = (): ReadonlySet<string> => useStore(changed, none);

/** How many changes the list on screen does not show in its order yet ("3 updates, show"). */
export const usePending = (): number => useStore(pending, none).size;

/**
 * `connecting` until the first answer: a page says nothing of a connection it has not tried. `full`: the session has as
 * many pages open as it may, and this one is not among them.
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'full';
export const connection = createStore<Connection>('connecting');
export const useConnection = (): Connection => useStore(connection, 'connecting');
/** False once it is known that changes of others do not come by themselves just now. */
export const isLive = (state: Connection): boolean => state === 'live' || state === 'connecting';

export type Here = { id: string; name: string; position: string; since: string };
/** Who has which case open: case id → people. */
export const presence = createStore<ReadonlyMap<string, readonly Here[]>>(new Map());

/** Where another person stands in the review of a case. */
export type Reviewer = { id: string; name: string; position: string; here: ReviewHere };
/** The others in the review that is open here, by their ids. */
export const reviewers = createStore<ReadonlyMap<string, Reviewer>>(new Map());

const nobody: ReadonlyMap<string, readonly Here[]> = new Map();
const noOne: readonly Here[] = [];
/** "Seen by": everybody who has this case open, this person included. */
export const usePresence = (caseId: string): readonly Here[] =>
  useStore(presence, nobody).get(caseId) ?? noOne;
