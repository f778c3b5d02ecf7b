import { fieldId } from './steps.ts';

const focusable =
  'input:checked, input:not([type=hidden]):not(:disabled), select, textarea, [role="spinbutton"], button, a[href], td[role="gridcell"], [tabindex="0"]';

/** Brings a field into sight and the keyboard into it. False where the page has no such field. */
export function focusField(slot: string): boolean {
  const place = document.getElementById(fieldId(slot));
  if (!place) return false;
  const control = place.matches(focusable) ? place : place.querySelector<HTMLElement>(focusable);
  place.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
  return control !== null;
}

/** Id of what stands beside the form, below it on a narrow window. */
export const asideId = 'beside';

/** Brings what is still missing into sight, and the keyboard to its first line. */
export function focusMissing(): void {
  const aside = document.getElementById(asideId);
  aside?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  aside?.querySelector<HTMLElement>('a[href], summary')?.focus({ preventScroll: true });
}
