/**
 * The restart flag: a case is being started over, and leaving cancels what was begun. Every navigation and every menu
 * action asks first (product-spec.md 2).
 */
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
