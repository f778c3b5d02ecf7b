/** Service desk: claim, hand over, release and close a conversation. */
import { type ConversationClaims, handOverBodySchema } from '../chat/claims.ts';
import { defineBody } from '../http/body.ts';
import { type CommandCall, commandRoute, type UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

export function claimRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { claims } = deps.chat;
  /** Common part of the four routes. They answer with the position only. */
  const onConversation = (act: ConversationClaims['claim']) => ({
    method: 'post' as const,
    rule: 'session' as const,
    tag: 'chats',
    to: ({ param }: UnparsedCommandRequest) => param('id'),
    decide: ({ key, viewer, target }: CommandCall<string>) => act(viewer, { ...key, conversation: target }),
    answer: () => null,
  });
  return [
    commandRoute(deps, once, {
      ...onConversation(claims.claim),
      path: '/api/chats/:id/claim',
      summary: 'Takes care of a conversation: of two at once, one has it.',
    }),
    commandRoute(deps, once, {
      ...onConversation(claims.claim),
      path: '/api/chats/:id/handOver',
      summary: 'Gives a conversation to somebody else at the desk.',
      body: defineBody(handOverBodySchema, { to: 'p-service' }),
      decide: ({ key, viewer, target: conversation, input }) =>
        claims.handOver(viewer, { ...key, conversation, input }),
    }),
    commandRoute(deps, once, {
      ...onConversation(claims.release),
      path: '/api/chats/:id/release',
      summary: 'Gives a conversation back to the queue, for anyone at the desk to claim.',
    }),
    commandRoute(deps, once, {
      ...onConversation(claims.close),
      path: '/api/chats/:id/close',
      summary: 'Ends a conversation; the next message opens it again.',
    }),
  ];
}
