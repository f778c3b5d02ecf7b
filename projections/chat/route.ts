/** GET /api/chats: conversations of a person, and those of a service desk. */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import type { ListPage } from '../contract.ts';
import { pagingParamSchemas, type ViewRoute, type ViewRouteCall } from '../view-routes.ts';
import type { Conversation, ConversationCounts } from './item.ts';
import { createConversationReads, deskTabs } from './reads.ts';

const query = z.strictObject({ ...pagingParamSchemas, desk: z.optional(z.enum(deskTabs)) });

function answer({ own, ctx, query: asked }: ViewRouteCall<Conversation, typeof query>) {
  const { page = 1, size = limits.pageSize, desk } = asked;
  const reads = createConversationReads(own);
  const listed: ListPage<Conversation> & { counts: ConversationCounts } = {
    ...reads.conversations(ctx, { page, size, desk }),
    counts: reads.talkCounts(ctx),
  };
  return listed;
}

export const chatsRoute = {
  path: '/api/chats',
  rule: 'session',
  tag: 'chats',
  summary: 'Conversations of this person, the newest first; with `desk` those of the service desk.',
  query,
  answer,
} satisfies ViewRoute<Conversation>;
