/** Mentions: `@` and the start of a name in the text, the matching people, and the inserted name. Pure. */
import type { ChatPerson } from './chat-types.ts';
import type { SuggestionQuery } from './useSuggestions.ts';

/**
 * The mention at the caret: `@` at the start or after a space or Chinese character, without a space since.
 */
export function mentionQueryAt(text: string, caret: number): SuggestionQuery | null {
  const found = /(?:^|[\s\p{Script=Han}，。、：；（）])@([^\s@]{0,20})$/u.exec(text.slice(0, caret));
  const word = found?.[1];
  return word === undefined ? null : { from: caret - word.length - 1, word };
}

export const mentionCandidates = <P extends ChatPerson>(people: readonly P[], word: string): P[] => {
  const wanted = word.toLowerCase();
  return people.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 6);
};

/** The text with the name inserted, and the new caret position. */
export function insertMention(
  text: string,
  { from, word }: SuggestionQuery,
  name: string,
): { text: string; caret: number } {
  const put = `@${name} `;
  const rest = text.slice(from + 1 + word.length);
  return { text: text.slice(0, from) + put + rest.trimStart(), caret: from + put.length };
}

/** Ids of the people whose mentions are still in the text. */
export const mentionedIds = (text: string, people: readonly ChatPerson[]): string[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
