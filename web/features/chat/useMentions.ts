/** Suggestions of people for `@` and the text after it. */
import type { RefObject } from 'react';
import type { ChatPerson } from './chat-types.ts';
import { insertMention, mentionCandidates, mentionQueryAt } from './mention.ts';
import { type SuggestionState, useSuggestions } from './useSuggestions.ts';

export const useMentions = (
  field: RefObject<HTMLTextAreaElement | null>,
  people: readonly ChatPerson[],
  write: (text: string) => void,
): SuggestionState<ChatPerson> =>
  useSuggestions({
    field,
    write,
    asks: mentionQueryAt,
    matches: word => mentionCandidates(people, word),
    put: (text, asked, person) => insertMention(text, asked, person.name),
  });
