/** The questions that were asked in this session, the last one first. */
import { atom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';
import type { AskSearch } from './ask-search.ts';

const MOST = 30;

/** `at`: milliseconds since 1970. */
export type PastQuestion = { at: number; asked: AskSearch };

export const questionHistoryAtom = atom<readonly PastQuestion[]>([]);

/** The history with a question at the front. An earlier entry of the same question is removed. */
export function withQuestionFirst(
  past: readonly PastQuestion[],
  added: PastQuestion,
): readonly PastQuestion[] {
  const nameOf = ({ asked: { q, params, asOf } }: PastQuestion) => JSON.stringify([q, params, asOf]);
  return [added, ...past.filter(one => nameOf(one) !== nameOf(added))].slice(0, MOST);
}

export const recordQuestion = (added: PastQuestion): void =>
  screenStore.set(questionHistoryAtom, withQuestionFirst(screenStore.get(questionHistoryAtom), added));
