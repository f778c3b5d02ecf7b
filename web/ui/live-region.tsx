import { useSyncExternalStore } from 'react';

type Said = { polite: string; assertive: string };

let said: Said = { polite: '', assertive: '' };
const EMPTY: Said = said;
const listeners = new Set<() => void>();

/** Announces a change to screen readers. A repeated text is announced again. */
export function announceToScreenReaders(text: string, how: 'polite' | 'assertive' = 'polite'): void {
  // A no-break space at the end makes the repeated text different.
  const next = said[how] === text ? `${text}\u00a0` : text;
  said = { ...said, [how]: next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live region for `announce`; once, in the root. */
export function LiveRegion() {
  const now = useSyncExternalStore(
    subscribe,
    () => said,
    () => EMPTY,
  );
  return (
    <div className="visually-hidden" data-react-aria-top-layer="true">
      <p aria-live="polite">{now.polite}</p>
      <p aria-live="assertive">{now.assertive}</p>
    </div>
  );
}
