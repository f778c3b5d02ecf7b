/** `?kind=&unread=&page=`: which messages; `?mail=1`: what counts here, and what comes by mail. */
import { messageKinds } from '#events/mail/topics.ts';
import { neutral, oneOf, pages, type SearchOf, searchOf, ticked } from '#web/lib/search.ts';

export const messageSearch = searchOf('/api/messages', '/userMessage', {
  mail: neutral(ticked(null)),
  kind: oneOf('kind', messageKinds),
  unread: ticked('unread'),
  page: pages,
});
export type MessageSearch = SearchOf<typeof messageSearch>;

/** The server's query: the inbox shows messages by case. */
export const messageQuery = (search: MessageSearch): string =>
  [messageSearch.query(search), 'grouped=1'].filter(Boolean).join('&');
