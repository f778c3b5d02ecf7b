/** Element ids of the form's fields by path, as targets of links. */
export const retainerFieldId = (path: string): string => `retainer-${path.replaceAll('.', '-')}`;

/** Focuses a field, or the first control of a group. */
export function focusRetainerField(path: string): void {
  const place = document.getElementById(retainerFieldId(path));
  const control = place?.matches('input, select, textarea')
    ? place
    : place?.querySelector<HTMLElement>('input:not(:disabled), select, textarea, [tabindex="0"]');
  (control ?? place)?.focus();
  place?.scrollIntoView({ block: 'center' });
}
