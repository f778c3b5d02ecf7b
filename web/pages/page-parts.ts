/** The named parts of the patient's page, as its script finds and changes them. */

export const findPartElement = (name: string) => document.querySelector<HTMLElement>(`[data-say="${name}"]`);
export const findListElement = (name: string) => document.querySelector<HTMLElement>(`[data-list="${name}"]`);
const dialog = (name: string) => document.querySelector<HTMLDialogElement>(`[data-dialog="${name}"]`);
export const findActionButton = (name: string) =>
  document.querySelector<HTMLButtonElement>(`[data-act="${name}"]`);

/** Writes text into a part. */
export function writePartText(name: string, text: string): void {
  const at = findPartElement(name);
  // Leaves unchanged live regions alone, so that they are not announced again.
  if (at && at.textContent !== text) at.textContent = text;
}
/** Shows or hides a part. */
export function showPart(name: string, isShown: boolean): void {
  const at = findPartElement(name);
  if (at) at.hidden = !isShown;
}

/** Opens a dialog with a form. @param confirmed called with the form after "yes" */
export function openConfirmationDialog(name: string, confirmed: (form: FormData) => void): void {
  const at = dialog(name);
  const form = at?.querySelector('form');
  if (!at || !form) return;
  at.returnValue = '';
  const closed = () => at.returnValue === 'yes' && confirmed(new FormData(form));
  at.addEventListener('close', closed, { once: true });
  at.showModal();
}
