/** Shortcuts of review forms, and parsing of typed numbers. */

/**
 * Ctrl Enter submits from every field, and Escape closes the form. Neither key reaches the page, where Ctrl
 * Enter approves.
 */
export const handleFormKeys =
  (submit: () => void, leave: () => void) =>
  (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>) => {
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.defaultPrevented || !(sends || event.key === 'Escape')) return;
    event.preventDefault();
    if (sends) submit();
    else leave();
  };

/** Escape in a comment form: first cancels pinning, then closes the form. */
export const cancelPinOrLeave = (
  { wanted, stop }: { wanted: boolean; stop: () => void },
  leave: () => void,
): void => (wanted ? stop() : leave());

/** Parses `0.5` and `0,5`; null for other text. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}
