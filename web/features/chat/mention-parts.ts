/** Splits a text at its mentions; the parts joined are the text. Pure. */
export type MentionPart = { called: boolean; text: string; at: number };

const escaped = (name: string) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export function splitAtMentions(text: string, names: readonly string[]): MentionPart[] {
  if (names.length === 0) return [{ called: false, text, at: 0 }];
  const parts: MentionPart[] = [];
  let at = 0;
  // Longest name first: one name may be the start of another.
  const longest = names.toSorted((a, b) => b.length - a.length).map(escaped);
  for (const part of text.split(new RegExp(`(@(?:${longest.join('|')}))`, 'u'))) {
    if (part !== '') parts.push({ called: names.some(name => part === `@${name}`), text: part, at });
    at += part.length;
  }
  return parts;
}
