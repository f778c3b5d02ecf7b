/** Elements of the form by the paths of their fields: what is missing leads there. */
export const fieldId = (path: string): string => `retainer-${path.replaceAll('.', '-')}`;

/** Puts the focus at a field, or into the group that it is. */
export function focusField(path: string): void {
  const place = document.getElementById(fieldId(path));
  const control = place?.matches('input, select, textarea')
    ? place
    : place?.querySelector<HTMLElement>('input:not(:disabled), select, textarea, [tabindex="0"]');
  (control ?? place)?.focus();
  place?.scrollIntoView({ block: 'center' });
}
