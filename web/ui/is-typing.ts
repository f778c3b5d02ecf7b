/** Elements that take typed text, and layers over the page whose keys are their own. */
const takers = [
  'input:not([type="checkbox"]):not([type="radio"]):not([type="button"]):not([type="submit"])',
  ...['textarea', 'select', '[contenteditable]:not([contenteditable="false"])', '[role="combobox"]'],
  ...['[role="menu"]', '[role="listbox"]', '[role="dialog"]', '[role="alertdialog"]'],
].join(', ');

/** Whether the target takes typed keys, so that single-key shortcuts must not fire. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(takers) !== null;
