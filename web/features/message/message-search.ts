/** `?kind=&unread=&page=`: filters of the inbox; `?mail=1`: the notification settings. */
import { messageKinds } from '#events/mail/topics.ts';
import {
  choiceField,
  createListSearch,
  flagField,
  nonNarrowingField,
  pageNumberField,
  type SearchValues,
} from '#web/lib/list-search.ts';

export const messageListSearch = createListSearch('/api/messages', '/userMessage', {
  mail: nonNarrowingField(flagField(null)),
  kind: choiceField('kind', messageKinds),
  unread: flagField('unread'),
  page: pageNumberField,
});
export type InboxFilters = SearchValues<typeof messageListSearch>;

/** The server's query: the inbox is grouped by case. */
export const inboxQueryString = (search: InboxFilters): string =>
  [messageListSearch.query(search), 'grouped=1'].filter(Boolean).join('&');
