/** What the server can be asked for of conversations and of the desk that answers them; as view.ts for everything else. */
import { queryOptions } from '@tanstack/react-query';
import type { DeskTab } from '#projections/chat/item.ts';
import { apiOf } from './api.ts';

const minute = 60_000;

/** The service desk that serves whoever asks: hours, holidays, duty; canned answers for its staff. */
export const desk = () =>
  queryOptions({
    queryKey: ['desk'],
    queryFn: ({ client }) => apiOf(client).read('/api/desk'),
    staleTime: 10 * minute,
  });

/** This person's conversations, the newest first; those of the desk by a tab of it. */
export const conversations = (desk?: DeskTab, page = 1) =>
  queryOptions({
    queryKey: ['conversations', desk ?? '', page],
    queryFn: ({ client }) => apiOf(client).read('/api/chats', { query: { size: 50, page, desk } }),
  });

/** How much there is to read and to answer. */
export const talkCounts = () =>
  queryOptions({
    queryKey: ['talkCounts'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/chats', { query: { size: 1 } })).counts,
  });

export const conversation = (id: string) =>
  queryOptions({
    queryKey: ['conversation', id],
    queryFn: ({ client }) => apiOf(client).read('/api/chats/:id', { parts: { id } }),
  });

/** The people that a message of a conversation may mention. */
export const mentionable = (id: string) =>
  queryOptions({
    queryKey: ['mentionable', id],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/chats/:id/people', { parts: { id } })).items,
    staleTime: minute,
  });

/** Messages by their words. @param of one conversation; default: all */
export const saidWith = (keyword: string, of?: string) =>
  queryOptions({
    queryKey: ['said', keyword, of ?? ''],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/chats/search', { query: { q: keyword, conversation: of || undefined } }),
    enabled: keyword.trim() !== '',
  });
