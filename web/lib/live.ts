/** What has just changed: rows that are tinted for a moment, and changes that a list does not show yet. */
import { atom } from 'jotai/vanilla';
import type { ReviewHere } from '#events/plan/live-review.ts';
import { screenStore, useRendered } from './screen-store.ts';

/** How long a changed row is tinted. */
const tintMs = 1200;

const none: ReadonlySet<string> = new Set();
const changed = atom<ReadonlySet<string>>(none);
const pending = atom<ReadonlySet<string>>(none);
const pendingCount = atom(get => get(pending).size);

/** Tints these cases for a moment. */
export function markChanged(
  ids: readonly string[],
  after = (ms: number, run: () => void): unknown => setTimeout(run, ms),
): void {
  if (ids.length === 0) return;
  screenStore.set(changed, before => new Set([...before, ...ids]));
  after(tintMs, () =>
    screenStore.set(changed, before => new Set([...before].filter(id => !ids.includes(id)))),
  );
}

/** These cases changed in a way that may move them in, out of or within the list on screen. */
export function markPending(ids: readonly string[]): void {
  if (ids.length > 0) screenStore.set(pending, before => new Set([...before, ...ids]));
}

/** A list was read anew: nothing is waiting to be shown. */
export const clearPending = (): void => screenStore.set(pending, none);

/** Ids of cases that changed in the last 1.2 s. */
export const useChanged = (): ReadonlySet<string> => useRendered(changed);

/** How many changes the list on screen does not show in its order yet ("3 updates, show"). */
export const usePending = (): number => useRendered(pendingCount, 0);

/**
 * `connecting` until the first answer: a page says nothing of a connection it has not tried. `full`: the session has as
 * many pages open as it may, and this one is not among them.
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'full';
export const connection = atom<Connection>('connecting');
export const useConnection = (): Connection => useRendered(connection);
/** False once it is known that changes of others do not come by themselves just now. */
export const isLive = (state: Connection): boolean => state === 'live' || state === 'connecting';

export type Here = { id: string; name: string; position: string; since: string };
/** Who has which case open: case id → people. */
export const presence = atom<ReadonlyMap<string, readonly Here[]>>(new Map());

/** Where another person stands in the review of a case. */
export type Reviewer = { id: string; name: string; position: string; here: ReviewHere };
/** The others in the review that is open here, by their ids. */
export const reviewers = atom<ReadonlyMap<string, Reviewer>>(new Map());
export const othersHere = atom(get => [...get(reviewers).values()]);

const noOne: readonly Here[] = [];
/** "Seen by": everybody who has this case open, this person included. */
export const usePresence = (caseId: string): readonly Here[] => useRendered(presence).get(caseId) ?? noOne;
