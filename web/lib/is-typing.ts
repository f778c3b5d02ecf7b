/** Whether typed keys are text input at the target. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])');
  if (!field)
    return target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]') !== null;
  return !(
    field instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'submit'].includes(field.type)
  );
}
