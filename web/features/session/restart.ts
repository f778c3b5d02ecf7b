/**
 * The restart flag: a case is being started over, and leaving cancels what was begun. Every navigation and every menu
 * action asks first (product-spec.md 2).
 */

import type { RouterHistory } from '@tanstack/react-router';
import { atom } from 'jotai/vanilla';
import { restartCaseKey as key } from '#web/lib/early-input.ts';
import { screenStore } from '#web/lib/screen-store.ts';

/** The case, or null. */
export const restarting = atom<string | null>(null);

/** What waits for the answer. */
export const leaving = atom<{ proceed: () => void; stay: () => void } | null>(null);

/** Reads the flag that a reload left behind; once, in the browser. */
export function readRestart(): void {
  screenStore.set(restarting, sessionStorage.getItem(key));
}

/** Sets the flag: this case is being started over. */
export function markRestart(caseId: string): void {
  sessionStorage.setItem(key, caseId);
  screenStore.set(restarting, caseId);
}

/** Clears the flag: the case was submitted again, or leaving was confirmed. */
export function clearRestart(): void {
  sessionStorage.removeItem(key);
  screenStore.set(restarting, null);
}

/** Runs a menu action, after the question where the flag is set. */
export function beforeLeaving(run: () => void): void {
  if (screenStore.get(restarting) === null) run();
  else ask(run, () => undefined);
}

type Place = { pathname: string; search: string };

/** Another page, or the same page of another case; what a page shows of its case is no navigation. */
const isElsewhere = (current: Place, next: Place): boolean => {
  const caseOf = ({ search }: Place) => new URLSearchParams(search).get('id');
  return current.pathname !== next.pathname || caseOf(current) !== caseOf(next);
};

/**
 * Holds every navigation while a case is being started over, and asks. Not from within a component: one listens only
 * once its effects have run, and a link can be pressed before.
 */
export const holdLeaving = (history: RouterHistory): (() => void) =>
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation }) =>
      screenStore.get(restarting) !== null &&
      isElsewhere(currentLocation, nextLocation) &&
      new Promise<boolean>(held =>
        ask(
          () => held(false),
          () => held(true),
        ),
      ),
  });

/** Asks; on OK the flag is cleared and what was wanted proceeds. */
function ask(proceed: () => void, stay: () => void): void {
  const answered = (then: () => void) => () => {
    screenStore.set(leaving, null);
    then();
  };
  screenStore.set(leaving, {
    proceed: answered(() => {
      clearRestart();
      proceed();
    }),
    stay: answered(stay),
  });
}
