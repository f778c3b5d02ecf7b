import { type MessageKind, messageKinds } from '#events/mail/topics.ts';

/** `?kind=&unread=&page=`: which messages; `?mail=1`: what counts here, and what comes by mail. */
export type MessageSearch = { mail?: boolean; kind?: MessageKind; unread?: boolean; page?: number };

/** The query of the inbox's address. */
function addressQuery({ kind, unread, page }: MessageSearch): string {
  const params = new URLSearchParams();
  if (kind) params.set('kind', kind);
  if (unread) params.set('unread', '1');
  if (page && page > 1) params.set('page', String(page));
  return params.toString();
}

/** The server's query of an inbox's address. */
export function messageQuery(search: MessageSearch): string {
  const query = addressQuery(search);
  return query ? `${query}&grouped=1` : 'grouped=1';
}

/** The address of an inbox's page. */
export const messagesHref = (search: MessageSearch): string => {
  const query = addressQuery(search);
  return query ? `/userMessage?${query}` : '/userMessage';
};

/** What an address says of it; nonsense is as if nothing were said. */
export const readMessageSearch = ({ mail, kind, unread, page }: Record<string, unknown>): MessageSearch => ({
  mail: Number(mail) === 1 || mail === true || undefined,
  kind: messageKinds.find(one => one === kind),
  unread: unread === '1' || unread === true || undefined,
  page: Number(page) > 1 ? Math.trunc(Number(page)) : undefined,
});
