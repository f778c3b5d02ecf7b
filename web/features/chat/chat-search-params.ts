/** `/chat?c=&m=&text=&tab=`: conversation, message, prefilled text, and tab of the desk. */

import { parseConversationId } from '#events/chat/conversation.ts';
import type { DeskTab } from '#projections/chat/item.ts';
import { deskTabs } from './desk-tabs.ts';

export type ChatSearchParams = { c?: string; m?: number; text?: string; tab?: DeskTab };

/** Parses the address; invalid values are dropped. */
export function readChatSearchParams({ c, m, text, tab }: Record<string, unknown>): ChatSearchParams {
  const seq = Number(m);
  const known = deskTabs.find(one => one === tab);
  return {
    ...(typeof c === 'string' && parseConversationId(c) && { c }),
    ...(Number.isInteger(seq) && seq > 0 && { m: seq }),
    ...(typeof text === 'string' && text !== '' && { text }),
    ...(known && { tab: known }),
  };
}

export function chatHref({ c, m, text, tab }: ChatSearchParams): string {
  const query = new URLSearchParams();
  if (tab) query.set('tab', tab);
  if (c) query.set('c', c);
  if (m) query.set('m', String(m));
  if (text) query.set('text', text);
  return query.size > 0 ? `/chat?${query}` : '/chat';
}
