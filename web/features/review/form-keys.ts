/** The keys of a form in the review, and the numbers that are typed there. */

/**
 * Ctrl Enter sends from every field of a form, and Escape leaves it. Neither reaches the page, where Ctrl Enter
 * approves.
 */
export const formKeys =
  (submit: () => void, leave: () => void) =>
  (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>) => {
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.defaultPrevented || !(sends || event.key === 'Escape')) return;
    event.preventDefault();
    if (sends) submit();
    else leave();
  };

/** Escape in a comment: stops pinning first, and leaves the form next. */
export const leavePin = ({ wanted, stop }: { wanted: boolean; stop: () => void }, leave: () => void): void =>
  wanted ? stop() : leave();

/** Reads `0.5` and `0,5`; null for anything but a number. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}
