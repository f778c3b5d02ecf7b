/** The `tel:` address of a typed phone number; an extension is dialled after the number. */
export function telHref(phone: string): string {
  const [, number = '', extension] = /^(.*?\d)(?: ?(?:ext\.?|转|#) ?(\d{1,6}))?$/iu.exec(phone.trim()) ?? [];
  return `tel:${number.replace(/[^+\d]/g, '')}${extension ? `;ext=${extension}` : ''}`;
}
