/** Conversations over HTTP: read, search and send, as over the socket. */
import * as z from 'zod/mini';
import {
  editedMessageInputSchema,
  newMessageInputSchema,
  readMarksInputSchema,
} from '#events/chat/message.ts';
import { dutyPositions, isDeskPosition } from '#events/desk/rights.ts';
import { Refusal } from '#events/errors.ts';
import type { PresentCtx } from '#projections/present.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import { readHistoryPage } from '../chat/history-page.ts';
import { listMentionablePeople } from '../chat/message-references.ts';
import { translateMessage } from '../chat/translation.ts';
import { defineBody } from '../http/body.ts';
import { answerOk } from '../http/envelope.ts';
import { languages } from '../i18n/dictionaries.ts';
import { claimRoutes } from './claim-routes.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { type Route, signedRoute } from './route.ts';

const tag = 'chats';

/** A message's number. */
const number = z.optional(
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, { error: 'page-range' })), z.transform(Number)),
);
const { size } = pagingParamSchemas;
/** `around`: number of the message in the middle of the answer. */
const historyQuery = z.strictObject({ before: number, after: number, around: number, size });
const searchQuery = z.strictObject({
  q: z.string().check(z.minLength(1), z.maxLength(100)),
  conversation: z.optional(z.string().check(z.maxLength(80))),
  size,
});

const translationQuery = z.strictObject({ to: z.enum(languages) });

const usualPage = 50;
const client = '6f1c2e54-9c0b-4d3a-8f11-2a7d5b9c0e41';

/** @throws Refusal notFound if the viewer is not in the conversation */
function talkOf({ models }: ApiDeps, ctx: PresentCtx, id: string) {
  const talk = models.talk(ctx, id);
  if (!talk) throw new Refusal('notFound');
  return talk.item;
}

/** A conversation, its people, and their read marks. */
function conversationRoutes(deps: ApiDeps): Route[] {
  const { models, chat } = deps;
  return [
    signedGet({
      path: '/api/chats/desk',
      rule: [...dutyPositions],
      tag,
      summary: 'Who stands at the own service desk: those to whom a conversation can be handed over.',
      answer: ({ viewer }) => {
        const people = [...models.directory().people.values()];
        const staff = people.filter(p => !p.frozen && p.orgId === viewer.orgId && isDeskPosition(p.position));
        const items = staff.map(({ id }) => models.personRef(id));
        return { items, total: items.length };
      },
    }),
    signedGet({
      path: '/api/chats/:id',
      rule: 'session',
      tag,
      summary:
        'A conversation: `service.<doctor’s id>`, or one of a case: `case.<case id>` with its doctor, `internal.<case id>` of the laboratory’s staff alone, `production.<case id>` with the manufacturer.',
      answer: ({ ctx, param }) => talkOf(deps, ctx, param('id')),
    }),
    signedGet({
      path: '/api/chats/:id/people',
      rule: 'session',
      tag,
      summary: 'Whom a message of a conversation may mention.',
      answer: ({ ctx, param }) => {
        const { people } = talkOf(deps, ctx, param('id'));
        const facts = chat.talk.mine(ctx.viewer, param('id'));
        const ids = listMentionablePeople(
          deps,
          facts,
          people.map(person => person.id),
        );
        return { items: ids.map(one => models.personRef(one)), total: ids.length };
      },
    }),
    signedRoute({
      method: 'post',
      path: '/api/chats/:id/read',
      rule: 'session',
      tag,
      summary: 'How far this person has come: numbers of messages. A mark never goes back.',
      body: defineBody(readMarksInputSchema, { got: 1, read: 1 }),
      handle: async ({ c, viewer, param, body }) => {
        chat.talk.mine(viewer, param('id'));
        chat.marks.note(param('id'), viewer.id, await body());
        await chat.marks.keep();
        return answerOk(c, deps, null, { position: await deps.store.head() });
      },
    }),
  ];
}

/** Messages: search in all conversations, and the history of one. */
function historyRoutes(deps: ApiDeps): Route[] {
  const { models } = deps;
  return [
    signedGet({
      path: '/api/chats/search',
      rule: 'session',
      tag,
      summary: 'Messages by their words, by Chinese characters or pinyin, the newest first.',
      query: searchQuery,
      answer: ({ ctx, query }) => {
        const { q, conversation, size: most = usualPage } = query();
        if (conversation !== undefined) talkOf(deps, ctx, conversation);
        const within = conversation === undefined ? {} : { conversation };
        return models.searchSaid(ctx, { keyword: q, size: most, ...within });
      },
    }),
    signedGet({
      path: '/api/chats/:id/messages',
      rule: 'session',
      tag,
      summary: 'Messages in their order: the newest, or those before, after or around a number.',
      query: historyQuery,
      answer: ({ ctx, param, query }) => {
        const page = readHistoryPage(models, ctx, param('id'), { size: usualPage, ...query() });
        if (!page) throw new Refusal('notFound');
        return page;
      },
    }),
    signedGet({
      path: '/api/chats/:id/messages/:message/translation',
      rule: 'session',
      tag,
      summary:
        'What the terms, teeth and quantities of a message are called in a language; its original beside.',
      query: translationQuery,
      answer: async ({ viewer, param, query }) => {
        const asked = { conversation: param('id'), message: param('message'), ...query() };
        return translateMessage(deps, viewer, asked);
      },
    }),
  ];
}

/** Sending, editing and taking back messages. */
function sayRoutes(deps: ApiDeps): Route[] {
  const { chat } = deps;
  return [
    signedRoute({
      method: 'post',
      path: '/api/chats/:id/messages',
      rule: 'session',
      tag,
      summary: 'Says something. The same `client` again is the same message.',
      body: defineBody(newMessageInputSchema, { client, text: '13 的附件在第 12 步之前粘吗？' }),
      handle: async ({ c, viewer, param, body }) => {
        const { position, id, seq } = await chat.talk.send(viewer, param('id'), await body());
        return answerOk(c, deps, { id, seq }, { position });
      },
    }),
    signedRoute({
      method: 'put',
      path: '/api/chats/:id/messages/:message',
      rule: 'session',
      tag,
      summary: 'Another text for an own message; that it was edited stays to be seen.',
      body: defineBody(editedMessageInputSchema, { text: '13 的附件在第 10 步之前粘吗？' }),
      handle: async ({ c, viewer, param, body }) => {
        const position = await chat.talk.edit(viewer, param('id'), param('message'), await body());
        return answerOk(c, deps, null, { position });
      },
    }),
    signedRoute({
      method: 'delete',
      path: '/api/chats/:id/messages/:message',
      rule: 'session',
      tag,
      summary: 'Takes an own message back, or any as a supervisor: a mark stays where it stood.',
      handle: async ({ c, viewer, param }) => {
        const position = await chat.talk.remove(viewer, param('id'), param('message'));
        return answerOk(c, deps, null, { position });
      },
    }),
  ];
}

export function chatRoutes(deps: ApiDeps, how: { once: RunIdempotently }): Route[] {
  return [...historyRoutes(deps), ...conversationRoutes(deps), ...sayRoutes(deps), ...claimRoutes(deps, how)];
}
