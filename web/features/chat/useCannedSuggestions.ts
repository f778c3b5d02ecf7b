import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { conversationKinds } from '#events/chat/kinds.ts';
import { fillPlaceholders } from '#events/desk/canned.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { useConversationContext } from './ConversationContext.tsx';
import { type CannedAnswer, cannedQueryAt, findCannedAnswers, insertCannedAnswer } from './canned-answers.ts';
import { type SuggestionState, useSuggestions } from './useSuggestions.ts';

/** Canned answers with the doctor's name and the case filled in; empty for people outside the desk. */
export function useCannedAnswers(): CannedAnswer[] {
  const { lang } = useBoot();
  const { of, readerLang } = useConversationContext();
  const { data } = useQuery(deskSettingsQuery());
  const { data: who } = useQuery(currentUserQuery());
  const values = { doctor: of.owner.name, case: of.caseId ?? '', me: who?.name ?? '' };
  const answers = conversationKinds[of.kind].desk ? (data?.canned ?? []) : [];
  return answers.map(({ id, title, text }) => ({
    id,
    title: title[lang],
    text: fillPlaceholders(text[readerLang], values),
    words: [...Object.values(title), ...Object.values(text)].join('\n').toLowerCase(),
  }));
}

export function useCannedSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  write: (text: string) => void,
): SuggestionState<CannedAnswer> {
  const answers = useCannedAnswers();
  const matches = (word: string) => findCannedAnswers(answers, word);
  return useSuggestions({ field, write, asks: cannedQueryAt, matches, put: insertCannedAnswer });
}
