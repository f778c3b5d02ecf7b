/** A person's messages, and how far the person has read. */
import * as z from 'zod/mini';
import { badField } from '#events/errors.ts';
import { type InboxEvent, inboxStreamOf } from '#events/person/events.ts';
import { isoNow } from '../clock/clock.ts';
import { defineBody } from '../http/body.ts';
import { answerOk } from '../http/envelope.ts';
import type { ApiDeps } from './deps.ts';
import { type Route, signedRoute } from './route.ts';

const messageIds = z.optional(
  z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.minLength(1), z.maxLength(100)),
);
const readBody = z.strictObject({ ids: messageIds, all: z.optional(z.literal(true)) });
const unreadBody = z.strictObject({
  ids: messageIds,
  upTo: z.optional(z.union([z.literal(''), z.iso.datetime({ precision: 3 })])),
});

export function inboxRoutes(deps: ApiDeps): Route[] {
  const { models, store, clock, ids } = deps;

  const marked = (personId: string, body: z.infer<typeof readBody>): InboxEvent => {
    if (body.all) {
      const unread = models.unreadIds(personId);
      return { type: 'AllMessagesRead', data: { personId, upTo: isoNow(clock), messageIds: unread } };
    }
    if (!body.ids) throw badField('ids', 'required');
    return { type: 'MessagesRead', data: { personId, messageIds: body.ids } };
  };
  const unreadEvent = (personId: string, body: z.infer<typeof unreadBody>): InboxEvent => {
    if (body.upTo !== undefined) {
      const marked = [...models.allRead(personId)];
      return { type: 'AllReadTakenBack', data: { personId, upTo: body.upTo, messageIds: marked } };
    }
    if (!body.ids) throw badField('ids', 'required');
    return { type: 'MessagesKept', data: { personId, messageIds: body.ids } };
  };
  const append = (personId: string, event: InboxEvent) => {
    const stamp = { id: ids.uuid(), at: isoNow(clock), by: personId };
    return store.append(inboxStreamOf(personId), 'any', [{ ...event, ...stamp }]);
  };
  return [
    signedRoute({
      method: 'post',
      path: '/api/messages/read',
      rule: 'session',
      tag: 'messages',
      summary: 'Marks messages as read: some by id, or all there are.',
      body: defineBody(readBody, { all: true }),
      handle: async ({ c, viewer, body }) => {
        const event = marked(viewer.id, await body());
        // `before` lets the client undo the read mark.
        const before = models.readUpTo(viewer.id);
        const { position } = await append(viewer.id, event);
        return answerOk(c, deps, { before }, { position });
      },
    }),
    signedRoute({
      method: 'post',
      path: '/api/messages/unread',
      rule: 'session',
      tag: 'messages',
      summary:
        'Marks messages as unread again: some by id, or those after `upTo`, the `before` of reading all.',
      body: defineBody(unreadBody, { ids: ['p-li:case-VBXFT4:3'] }),
      handle: async ({ c, viewer, body }) => {
        const { position } = await append(viewer.id, unreadEvent(viewer.id, await body()));
        return answerOk(c, deps, null, { position });
      },
    }),
  ];
}
