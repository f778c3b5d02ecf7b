/** `@` and the beginning of a name in what is being written: whom it may mean, and what is written then. Pure. */
import type { Person } from './shape.ts';
import type { Asked } from './useSuggest.ts';

/** What is being asked for at the caret: `@` at the start or after a space or a Chinese character, and no space since. */
export function askedAt(text: string, caret: number): Asked | null {
  const found = /(?:^|[\s\p{Script=Han}，。、：；（）])@([^\s@]{0,20})$/u.exec(text.slice(0, caret));
  const word = found?.[1];
  return word === undefined ? null : { from: caret - word.length - 1, word };
}

export const candidates = <P extends Person>(people: readonly P[], word: string): P[] => {
  const wanted = word.toLowerCase();
  return people.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 6);
};

/** The text with the name in it, and where the caret goes. */
export function withName(text: string, { from, word }: Asked, name: string): { text: string; caret: number } {
  const put = `@${name} `;
  const rest = text.slice(from + 1 + word.length);
  return { text: text.slice(0, from) + put + rest.trimStart(), caret: from + put.length };
}

/** Ids of those whose names still stand in the text. */
export const mentioned = (text: string, people: readonly Person[]): string[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
