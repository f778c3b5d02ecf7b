/** Suggestions of people for `@` and the text after it. */
import type { RefObject } from 'react';
import { askedAt, candidates, withName } from './mention.ts';
import type { Person } from './shape.ts';
import { type Suggest, useSuggest } from './useSuggest.ts';

export const useMentions = (
  field: RefObject<HTMLTextAreaElement | null>,
  people: readonly Person[],
  write: (text: string) => void,
): Suggest<Person> =>
  useSuggest({
    field,
    write,
    asks: askedAt,
    matches: word => candidates(people, word),
    put: (text, asked, person) => withName(text, asked, person.name),
  });
