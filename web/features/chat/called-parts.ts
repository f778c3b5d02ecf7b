/** A text cut at the names that were called in it; joined again the parts are the text. Pure. */
export type CalledPart = { called: boolean; text: string; at: number };

const escaped = (name: string) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export function calledParts(text: string, names: readonly string[]): CalledPart[] {
  if (names.length === 0) return [{ called: false, text, at: 0 }];
  const parts: CalledPart[] = [];
  let at = 0;
  // The longest first: one name may begin as another one does.
  const longest = names.toSorted((a, b) => b.length - a.length).map(escaped);
  for (const part of text.split(new RegExp(`(@(?:${longest.join('|')}))`, 'u'))) {
    if (part !== '') parts.push({ called: names.some(name => part === `@${name}`), text: part, at });
    at += part.length;
  }
  return parts;
}
