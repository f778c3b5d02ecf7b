/** What a person is told of here, and the hours in which nothing disturbs. Nobody sees another's. */

import { mailTopics } from '#events/mail/topics.ts';
import type { NoticeEvent } from '#events/notice/events.ts';
import {
  chooseHere,
  chooseQuiet,
  hereChoice,
  type NoticePreferences,
  noticeKind,
  quietChoice,
} from '#events/notice/preferences.ts';
import { createOwnStream } from '../command/own-stream.ts';
import { accepts, readBodyOrRefusal } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { ok } from '../http/envelope.ts';
import type { NoticeItem } from './answers.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { type Route, route } from './route.ts';

const tag = 'messages';
const nights = { from: 22 * 60, to: 7 * 60, days: [0, 1, 2, 3, 4, 5, 6], zone: 'Asia/Shanghai' };
const bodies = {
  here: accepts(hereChoice, { topics: [...mailTopics] }),
  quiet: accepts(quietChoice, { quiet: nights }),
};

const presented = ({ off, quiet }: NoticePreferences): NoticeItem => ({
  topics: mailTopics.filter(topic => !off.includes(topic)),
  quiet,
});

export function noticeRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  const stream = createOwnStream<NoticePreferences, NoticeEvent>(deps, noticeKind);
  type Choose = (input: unknown, who: { personId: string }) => NoticeEvent[];

  const change = async (c: ApiContext, personId: string, input: unknown, choose: Choose) => {
    const decide = () => choose(input, { personId });
    const done = await once(c, personId, input, commandId => stream.change({ commandId, personId, decide }));
    return ok(c, deps, presented(done.state), { position: done.position });
  };
  return [
    get({
      path: '/api/notice',
      rule: 'session',
      tag,
      summary: 'What counts here for this person, and the quiet hours.',
      answer: async ({ viewer }) => presented(await stream.current(viewer.id)),
    }),
    route({
      method: 'put',
      path: '/api/notice/here',
      rule: 'session',
      tag,
      summary: 'Chooses what counts here: the rest is found under its kind, and is not counted.',
      body: bodies.here,
      handle: async ({ c, viewer }) =>
        change(c, viewer.id, await readBodyOrRefusal(c, hereChoice), chooseHere),
    }),
    route({
      method: 'put',
      path: '/api/notice/quiet',
      rule: 'session',
      tag,
      summary: 'Chooses the hours in which nothing rings, pops up or comes by mail; null: there are none.',
      body: bodies.quiet,
      handle: async ({ c, viewer }) =>
        change(c, viewer.id, await readBodyOrRefusal(c, quietChoice), chooseQuiet),
    }),
  ];
}
