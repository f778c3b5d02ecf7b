import { fieldElementId } from '#web/features/prescription/field-element-id.ts';

const focusable =
  'input:checked, input:not([type=hidden]):not(:disabled), select, textarea, [role="spinbutton"], button, a[href], td[role="gridcell"], [tabindex="0"]';

/** Scrolls to a field and focuses it. Returns false if the page lacks the field. */
export function focusField(slot: string): boolean {
  const place = document.getElementById(fieldElementId(slot));
  if (!place) return false;
  const control = place.matches(focusable) ? place : place.querySelector<HTMLElement>(focusable);
  place.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
  return control !== null;
}

/** Id of the sidebar (below the form on narrow windows). */
export const sidebarId = 'beside';

/** Scrolls to the list of missing answers and focuses its first entry. */
export function focusFirstMissing(): void {
  const aside = document.getElementById(sidebarId);
  aside?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  aside?.querySelector<HTMLElement>('a[href], summary')?.focus({ preventScroll: true });
}
