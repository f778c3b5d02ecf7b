/** `?kind=&unread=&page=`: which messages. */
export type MessageSearch = { kind?: 'case' | 'system'; unread?: boolean; page?: number };

/** The server's query of an inbox's address. */
export function messageQuery({ kind, unread, page }: MessageSearch): string {
  const params = new URLSearchParams();
  if (kind) params.set('kind', kind);
  if (unread) params.set('unread', '1');
  if (page && page > 1) params.set('page', String(page));
  return params.toString();
}

/** What an address says of it; nonsense is as if nothing were said. */
export const readMessageSearch = ({ kind, unread, page }: Record<string, unknown>): MessageSearch => ({
  kind: kind === 'case' || kind === 'system' ? kind : undefined,
  unread: unread === '1' || unread === true || undefined,
  page: Number(page) > 1 ? Math.trunc(Number(page)) : undefined,
});
