/** Recent changes: rows to tint for a moment, and changes that the list on screen does not show. */
import { atom } from 'jotai/vanilla';
import type { ReviewerView } from '#events/plan/live-review.ts';
import { screenStore, useAtomValueAfterHydration } from './screen-store.ts';

/** Duration of a changed row's tint. */
const tintMs = 1200;

const none: ReadonlySet<string> = new Set();
const changedCases = atom<ReadonlySet<string>>(none);
const pendingCases = atom<ReadonlySet<string>>(none);
const pendingCount = atom(get => get(pendingCases).size);

/** Tints the rows of these cases for a moment. */
export function markChangedCases(
  ids: readonly string[],
  after = (ms: number, run: () => void): unknown => setTimeout(run, ms),
): void {
  if (ids.length === 0) return;
  screenStore.set(changedCases, before => new Set([...before, ...ids]));
  after(tintMs, () =>
    screenStore.set(changedCases, before => new Set([...before].filter(id => !ids.includes(id)))),
  );
}

/** Records changes that may move these cases into, out of or within the list on screen. */
export function markPendingCases(ids: readonly string[]): void {
  if (ids.length > 0) screenStore.set(pendingCases, before => new Set([...before, ...ids]));
}

/** Clears the pending changes after a list was reloaded. */
export const clearPendingCases = (): void => screenStore.set(pendingCases, none);

/** Ids of cases that changed in the last 1.2 s. */
export const useChangedCaseIds = (): ReadonlySet<string> => useAtomValueAfterHydration(changedCases);

/** Number of changes that the list on screen does not show ("3 updates, show"). */
export const usePendingChangeCount = (): number => useAtomValueAfterHydration(pendingCount, 0);

/**
 * State of the socket. `connecting` until the first attempt ends: the page reports no problem before that.
 * `full`: the session has reached its limit of open pages, and this page gets no updates.
 */
export type SocketStatus = 'connecting' | 'live' | 'lost' | 'full';
export const socketStatusAtom = atom<SocketStatus>('connecting');
export const useSocketStatus = (): SocketStatus => useAtomValueAfterHydration(socketStatusAtom);
/** Whether updates from others arrive, or are assumed to arrive while connecting. */
export const hasLiveUpdates = (state: SocketStatus): boolean => state === 'live' || state === 'connecting';

export type CaseVisitor = { id: string; name: string; position: string; since: string };
/** People who have each case open, by case id. */
export const casePresenceAtom = atom<ReadonlyMap<string, readonly CaseVisitor[]>>(new Map());

/** Another person's position in the review of a case. */
export type Reviewer = { id: string; name: string; position: string; here: ReviewerView };
/** The other people in the review that is open here, by id. */
export const reviewersAtom = atom<ReadonlyMap<string, Reviewer>>(new Map());
export const otherReviewersAtom = atom(get => [...get(reviewersAtom).values()]);

const noOne: readonly CaseVisitor[] = [];
/** "Seen by": everybody who has this case open, including this person. */
export const useCasePresence = (caseId: string): readonly CaseVisitor[] =>
  useAtomValueAfterHydration(casePresenceAtom).get(caseId) ?? noOne;
