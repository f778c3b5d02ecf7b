/** `?kind=&unread=&page=`: which messages; `?mail=1`: what counts here, and what comes by mail. */
import { messageKinds } from '#events/mail/topics.ts';
import {
  choiceField,
  createListSearch,
  flagField,
  nonNarrowing,
  pageField,
  type SearchValues,
} from '#web/lib/list-search.ts';

export const messageSearch = createListSearch('/api/messages', '/userMessage', {
  mail: nonNarrowing(flagField(null)),
  kind: choiceField('kind', messageKinds),
  unread: flagField('unread'),
  page: pageField,
});
export type MessageSearch = SearchValues<typeof messageSearch>;

/** The server's query: the inbox shows messages by case. */
export const messageQuery = (search: MessageSearch): string =>
  [messageSearch.query(search), 'grouped=1'].filter(Boolean).join('&');
