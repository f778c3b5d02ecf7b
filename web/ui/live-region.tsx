import { useSyncExternalStore } from 'react';

type Said = { polite: string; assertive: string };

let said: Said = { polite: '', assertive: '' };
const EMPTY: Said = said;
const listeners = new Set<() => void>();

/** Tells a screen reader what changed elsewhere on the page. The same words twice are said twice. */
export function announce(text: string, how: 'polite' | 'assertive' = 'polite'): void {
  // A no-break space at the end makes a repeated sentence a new one.
  const next = said[how] === text ? `${text}\u00a0` : text;
  said = { ...said, [how]: next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where `announce` is heard; once, in the root. */
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
