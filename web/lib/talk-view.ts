/** What the server can be asked for of conversations and of the desk that answers them; as view.ts for everything else. */
import { queryOptions } from '@tanstack/react-query';
import type { PersonRef } from '#projections/caseList/item.ts';
import type { ChatMessage, Conversation, DeskTab, TalkCounts } from '#projections/chat/item.ts';
import type { DeskItem } from '#projections/desk/item.ts';
import { apiOf } from './api.ts';
import type { Page } from './view.ts';

const minute = 60_000;

/** The service desk that serves whoever asks: hours, holidays, duty; canned answers for its staff. */
export const desk = () =>
  queryOptions({
    queryKey: ['desk'],
    queryFn: ({ client }) => apiOf(client).read<DeskItem>('/desk'),
    staleTime: 10 * minute,
  });

export type ConversationPage = Page<Conversation> & { counts: TalkCounts };

/** This person's conversations, the newest first; those of the desk by a tab of it. */
export const conversations = (desk?: DeskTab, page = 1) =>
  queryOptions({
    queryKey: ['conversations', desk ?? '', page],
    queryFn: ({ client }) =>
      apiOf(client).read<ConversationPage>(`/chats?size=50&page=${page}${desk ? `&desk=${desk}` : ''}`),
  });

/** How much there is to read and to answer. */
export const talkCounts = () =>
  queryOptions({
    queryKey: ['talkCounts'],
    queryFn: async ({ client }) => (await apiOf(client).read<ConversationPage>('/chats?size=1')).counts,
  });

export const conversation = (id: string) =>
  queryOptions({
    queryKey: ['conversation', id],
    queryFn: ({ client }) => apiOf(client).read<Conversation>(`/chats/${encodeURIComponent(id)}`),
  });

/** The people that a message of a conversation may mention. */
export const mentionable = (id: string) =>
  queryOptions({
    queryKey: ['mentionable', id],
    queryFn: async ({ client }) => {
      const path = `/chats/${encodeURIComponent(id)}/people`;
      return (await apiOf(client).read<{ items: PersonRef[] }>(path)).items;
    },
    staleTime: minute,
  });

/** Messages by their words. @param of one conversation; default: all */
export const saidWith = (keyword: string, of?: string) =>
  queryOptions({
    queryKey: ['said', keyword, of ?? ''],
    queryFn: ({ client }) => {
      const query = new URLSearchParams({ q: keyword, ...(of ? { conversation: of } : {}) });
      return apiOf(client).read<{ items: ChatMessage[]; more: boolean }>(`/chats/search?${query}`);
    },
    enabled: keyword.trim() !== '',
  });
