/** Routes of the service desk: a conversation is claimed, handed over, given back, closed. */
import type { Json } from '#events/envelope.ts';
import { type Claimed, handOverBody } from '../chat/claims.ts';
import { accepts } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import type { Deps } from './deps.ts';
import type { Once } from './once.ts';
import { type Route, route, type SignedCall } from './route.ts';

const tag = 'chats';

export function claimRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  const { claims } = deps.chat;
  /** Runs a command under its key, and answers with where it led. */
  const done = async (
    { c, viewer, param }: Pick<SignedCall<unknown, unknown>, 'c' | 'viewer' | 'param'>,
    body: Json,
    run: (command: { conversation: string; commandId: string }) => Promise<Claimed>,
  ) => {
    const conversation = param('id');
    const { position } = await once(c, viewer.id, body, async commandId => ({
      ...(await run({ conversation, commandId })),
      state: { revision: 0 },
    }));
    return ok(c, deps, null, { position });
  };
  return [
    route({
      method: 'post',
      path: '/api/chats/:id/claim',
      rule: 'session',
      tag,
      summary: 'Takes care of a conversation: of two at once, one has it.',
      handle: call => done(call, null, command => claims.claim(call.viewer, command)),
    }),
    route({
      method: 'post',
      path: '/api/chats/:id/handOver',
      rule: 'session',
      tag,
      summary: 'Gives a conversation to somebody else at the desk.',
      body: accepts(handOverBody, { to: 'p-service' }),
      handle: async call => {
        const { to } = await call.body();
        return done(call, { to }, command => claims.handOver(call.viewer, { ...command, to }));
      },
    }),
    route({
      method: 'post',
      path: '/api/chats/:id/release',
      rule: 'session',
      tag,
      summary: 'Gives a conversation back to the queue, for anyone at the desk to claim.',
      handle: call => done(call, null, command => claims.release(call.viewer, command)),
    }),
    route({
      method: 'post',
      path: '/api/chats/:id/close',
      rule: 'session',
      tag,
      summary: 'Ends a conversation; the next message opens it again.',
      handle: call => done(call, null, command => claims.close(call.viewer, command)),
    }),
  ];
}
