/**
 * The restart flag: a case is being restarted, and leaving cancels the restart. Every navigation and menu
 * action asks first (product-spec.md 2).
 */

import type { RouterHistory } from '@tanstack/react-router';
import { atom } from 'jotai/vanilla';
import { restartCaseKey as key } from '#web/lib/early-input.ts';
import { screenStore } from '#web/lib/screen-store.ts';

/** Id of the case being restarted, or null. */
export const restartingCaseIdAtom = atom<string | null>(null);

/** The navigation that waits for the person's confirmation. */
export const pendingNavigationAtom = atom<{ proceed: () => void; stay: () => void } | null>(null);

/** Restores the flag from before a reload; once, in the browser. */
export function restoreRestartingCase(): void {
  screenStore.set(restartingCaseIdAtom, sessionStorage.getItem(key));
}

/** Sets the restart flag for this case. */
export function setRestartingCase(caseId: string): void {
  sessionStorage.setItem(key, caseId);
  screenStore.set(restartingCaseIdAtom, caseId);
}

/** Clears the flag after a submit or a confirmed leave. */
export function clearRestartingCase(): void {
  sessionStorage.removeItem(key);
  screenStore.set(restartingCaseIdAtom, null);
}

/** Runs a menu action, after a confirmation if the flag is set. */
export function confirmLeaving(run: () => void): void {
  if (screenStore.get(restartingCaseIdAtom) === null) run();
  else askBeforeLeaving(run, () => undefined);
}

type Place = { pathname: string; search: string };

/** Another page, or the same page of another case. Changes within a case's page do not count. */
const isElsewhere = (current: Place, next: Place): boolean => {
  const caseOf = ({ search }: Place) => new URLSearchParams(search).get('id');
  return current.pathname !== next.pathname || caseOf(current) !== caseOf(next);
};

/**
 * Blocks navigation while a case is being restarted, and asks. Not inside a component: its effects would run
 * too late for an early press on a link.
 */
export const blockLeavingRestartedCase = (history: RouterHistory): (() => void) =>
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation }) =>
      screenStore.get(restartingCaseIdAtom) !== null &&
      isElsewhere(currentLocation, nextLocation) &&
      new Promise<boolean>(held =>
        askBeforeLeaving(
          () => held(false),
          () => held(true),
        ),
      ),
  });

/** Asks before leaving the page. OK clears the flag and leaves; Cancel stays. */
function askBeforeLeaving(proceed: () => void, stay: () => void): void {
  const answered = (then: () => void) => () => {
    screenStore.set(pendingNavigationAtom, null);
    then();
  };
  screenStore.set(pendingNavigationAtom, {
    proceed: answered(() => {
      clearRestartingCase();
      proceed();
    }),
    stay: answered(stay),
  });
}
