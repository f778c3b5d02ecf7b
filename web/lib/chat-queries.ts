/** Queries for conversations and the service desk. */
import { queryOptions } from '@tanstack/react-query';
import type { DeskTab } from '#projections/chat/item.ts';
import { apiOf } from './api.ts';

const minute = 60_000;

/** The service desk of the person: hours, holidays, duty; for its staff also canned answers. */
export const deskSettingsQuery = () =>
  queryOptions({
    queryKey: ['desk'],
    queryFn: ({ client }) => apiOf(client).read('/api/desk'),
    staleTime: 10 * minute,
  });

/** The person's conversations, newest first; for desk staff, those of one desk tab. */
export const conversationsQuery = (desk?: DeskTab, page = 1) =>
  queryOptions({
    queryKey: ['conversations', desk ?? '', page],
    queryFn: ({ client }) => apiOf(client).read('/api/chats', { query: { size: 50, page, desk } }),
  });

/** Numbers of unread and unanswered conversations. */
export const chatCountsQuery = () =>
  queryOptions({
    queryKey: ['talkCounts'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/chats', { query: { size: 1 } })).counts,
  });

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversation', id],
    queryFn: ({ client }) => apiOf(client).read('/api/chats/:id', { parts: { id } }),
  });

/** People who can be mentioned in a conversation. */
export const mentionablePeopleQuery = (id: string) =>
  queryOptions({
    queryKey: ['mentionable', id],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/chats/:id/people', { parts: { id } })).items,
    staleTime: minute,
  });

/** Full-text search in messages. @param of id of one conversation; default: all */
export const messageSearchQuery = (keyword: string, of?: string) =>
  queryOptions({
    queryKey: ['said', keyword, of ?? ''],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/chats/search', { query: { q: keyword, conversation: of || undefined } }),
    enabled: keyword.trim() !== '',
  });
