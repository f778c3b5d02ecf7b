/** A person's notice topics and quiet hours. Only the person has access. */

import { mailTopics } from '#events/mail/topics.ts';
import type { NoticeEvent } from '#events/notice/events.ts';
import {
  chooseCountedTopics,
  chooseQuietHours,
  countedTopicsInputSchema,
  type NoticePreferences,
  noticeFold,
  quietHoursInputSchema,
} from '#events/notice/preferences.ts';
import { type CommandResult, createCommandHandler } from '../command/handler.ts';
import { defineBody } from '../http/body.ts';
import type { NoticeSettingsItem } from './answers.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const tag = 'messages';
const nights = { from: 22 * 60, to: 7 * 60, days: [0, 1, 2, 3, 4, 5, 6], zone: 'Asia/Shanghai' };
const bodies = {
  here: defineBody(countedTopicsInputSchema, { topics: [...mailTopics] }),
  quiet: defineBody(quietHoursInputSchema, { quiet: nights }),
};

const presented = ({ off, quiet }: NoticePreferences): NoticeSettingsItem => ({
  topics: mailTopics.filter(topic => !off.includes(topic)),
  quiet,
});

export function noticeRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const stream = createCommandHandler(deps, noticeFold);
  type Choose = (input: unknown, who: { personId: string }) => NoticeEvent[];
  const choosing = (choose: Choose) => ({
    method: 'put' as const,
    rule: 'session' as const,
    tag,
    to: () => null,
    decide: ({ key, viewer: { id }, input }: CommandCall<null>) =>
      stream.handle(id, { ...key, by: id }, () => choose(input, { personId: id })),
    answer: ({ state }: CommandResult<NoticePreferences>) => presented(state),
  });
  return [
    signedGet({
      path: '/api/notice',
      rule: 'session',
      tag,
      summary: 'What counts here for this person, and the quiet hours.',
      answer: async ({ viewer }) => presented(await stream.load(viewer.id)),
    }),
    commandRoute(deps, once, {
      ...choosing(chooseCountedTopics),
      path: '/api/notice/here',
      summary: 'Chooses what counts here: the rest is found under its kind, and is not counted.',
      body: bodies.here,
    }),
    commandRoute(deps, once, {
      ...choosing(chooseQuietHours),
      path: '/api/notice/quiet',
      summary: 'Chooses the hours in which nothing rings, pops up or comes by mail; null: there are none.',
      body: bodies.quiet,
    }),
  ];
}
