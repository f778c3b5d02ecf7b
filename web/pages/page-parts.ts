/** The named parts of the patient's page, as its script finds and changes them. */

export const part = (name: string) => document.querySelector<HTMLElement>(`[data-say="${name}"]`);
export const list = (name: string) => document.querySelector<HTMLElement>(`[data-list="${name}"]`);
const dialog = (name: string) => document.querySelector<HTMLDialogElement>(`[data-dialog="${name}"]`);
export const button = (name: string) => document.querySelector<HTMLButtonElement>(`[data-act="${name}"]`);

/** Writes text into a part. */
export function write(name: string, text: string): void {
  const at = part(name);
  // Leaves unchanged live regions alone, so that they are not announced again.
  if (at && at.textContent !== text) at.textContent = text;
}
/** Shows or hides a part. */
export function show(name: string, isShown: boolean): void {
  const at = part(name);
  if (at) at.hidden = !isShown;
}

/** Opens a dialog with a form. @param confirmed gets the form after "yes" */
export function openConfirmation(name: string, confirmed: (form: FormData) => void): void {
  const at = dialog(name);
  const form = at?.querySelector('form');
  if (!at || !form) return;
  at.returnValue = '';
  const closed = () => at.returnValue === 'yes' && confirmed(new FormData(form));
  at.addEventListener('close', closed, { once: true });
  at.showModal();
}
