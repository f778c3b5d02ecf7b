/** Finds canned answers by `/` and a word, and inserts them in the language of the doctor's side. Pure. */
import { askingPositions } from '#events/chat/kinds.ts';
import type { TermLang } from '#events/term/term.ts';
import type { SuggestionQuery } from './useSuggestions.ts';

/** Title in the agent's language; text in the reader's, with its placeholders filled. */
export type CannedAnswer = { id: string; title: string; text: string; words: string };

/** Chinese if there are more Chinese characters than Latin words; undefined if there are neither. */
function languageOf(text: string): TermLang | undefined {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  if (han + words === 0) return undefined;
  return han >= words ? 'zh-CN' : 'en';
}

type AuthoredText = { text: string; by: { position: string } };

/**
 * The language of the doctor's side: that of its newest message with words, otherwise that of the doctor's
 * name.
 */
export function readerLanguage(messages: readonly AuthoredText[], owner: { name: string }): TermLang {
  const asks = ({ by }: AuthoredText) => askingPositions.some(position => position === by.position);
  for (const message of messages.toReversed()) {
    const language = asks(message) ? languageOf(message.text) : undefined;
    if (language) return language;
  }
  return languageOf(owner.name) ?? 'en';
}

/** Parses `/` as the first character of the field, and the word after it. */
export function cannedQueryAt(text: string, caret: number): SuggestionQuery | null {
  const word = /^\/([^\s/]{0,30})$/u.exec(text.slice(0, caret))?.[1];
  return word === undefined ? null : { from: 0, word };
}

const maxSuggestions = 8;

/** Matches title and text in both languages; titles that start with the word come first. */
export function findCannedAnswers(answers: readonly CannedAnswer[], word: string): CannedAnswer[] {
  const wanted = word.toLowerCase();
  const begins = (answer: CannedAnswer) => answer.title.toLowerCase().startsWith(wanted);
  const found = answers.filter(({ words }) => words.includes(wanted));
  return [...found.filter(begins), ...found.filter(answer => !begins(answer))].slice(0, maxSuggestions);
}

export function insertCannedAnswer(text: string, { word }: SuggestionQuery, answer: CannedAnswer) {
  const rest = text.slice(1 + word.length).trimStart();
  return { text: rest === '' ? answer.text : `${answer.text}\n${rest}`, caret: answer.text.length };
}
