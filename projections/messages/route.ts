/** GET /api/messages: a person's notifications. */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { messageKinds } from '#events/mail/topics.ts';
import { flagParamSchema, pagingParamSchemas, type ViewRoute, type ViewRouteCall } from '../view-routes.ts';
import type { MessageItem } from './item.ts';
import { createMessageReads } from './reads.ts';

const query = z.strictObject({
  ...pagingParamSchemas,
  unread: z.optional(flagParamSchema),
  kind: z.optional(z.enum(messageKinds)),
  grouped: z.optional(flagParamSchema),
});

export const messagesRoute = {
  path: '/api/messages',
  rule: 'session',
  tag: 'messages',
  summary: 'The messages of this person, newest first; `grouped`: by case, and pages count cases.',
  query,
  answer: ({ own, ctx, query: asked }: ViewRouteCall<MessageItem, typeof query>) => {
    const { page = 1, size = limits.pageSize, ...which } = asked;
    return createMessageReads(own).messages(ctx, { ...which, page, size });
  },
} satisfies ViewRoute<MessageItem>;
