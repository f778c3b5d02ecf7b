/** `tel:` address of a phone as people write it; an extension is dialled after the number. */
export function telOf(phone: string): string {
  const [, number = '', extension] = /^(.*?\d)(?: ?(?:ext\.?|转|#) ?(\d{1,6}))?$/iu.exec(phone.trim()) ?? [];
  return `tel:${number.replace(/[^+\d]/g, '')}${extension ? `;ext=${extension}` : ''}`;
}
