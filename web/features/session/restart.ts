/**
 * The restart flag: a case is being started over, and leaving cancels what was begun. Every navigation and every menu
 * action asks first (product-spec.md 2).
 */
import type { RouterHistory } from '@tanstack/react-router';
import { restartKey as key } from '#web/lib/early.ts';
import { createStore } from '#web/lib/store.ts';

/** The case, or null. */
export const restarting = createStore<string | null>(null);

/** What waits for the answer. */
export const leaving = createStore<{ proceed: () => void; stay: () => void } | null>(null);

/** Reads the flag that a reload left behind; once, in the browser. */
export function readRestart(): void {
  restarting.set(sessionStorage.getItem(key));
}

/** Sets the flag: this case is being started over. */
export function markRestart(caseId: string): void {
  sessionStorage.setItem(key, caseId);
  restarting.set(caseId);
}

/** Clears the flag: the case was submitted again, or leaving was confirmed. */
export function clearRestart(): void {
  sessionStorage.removeItem(key);
  restarting.set(null);
}

/** Runs a menu action, after the question where the flag is set. */
export function beforeLeaving(run: () => void): void {
  if (restarting.get() === null) run();
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
      restarting.get() !== null &&
      isElsewhere(currentLocation, nextLocation) &&
      new Promise<boolean>(held =>
        ask(
          () => held(false),
          () => held(true),
        ),
      ),
  });

/** Asks; on OK the flag is cleared and what was wanted proceeds. */
export function ask(proceed: () => void, stay: () => void): void {
  const answered = (then: () => void) => () => {
    leaving.set(null);
    then();
  };
  leaving.set({
    proceed: answered(() => {
      clearRestart();
      proceed();
    }),
    stay: answered(stay),
  });
}
