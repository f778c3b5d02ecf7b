/** Marks on the history: changes of the rules, which are everybody's, and each person's own. */
import {
  addMomentMark,
  type MomentMark,
  momentMarkFold,
  newMomentMarkInputSchema,
  removeMomentMark,
} from '#events/analysis/marks.ts';
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import { type CommandResult, createCommandHandler } from '../command/handler.ts';
import { defineBody } from '../http/body.ts';
import { readServedRulesUpTo } from '../release/rules-history.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const about = { rule: positionsSeeingReplay, tag: 'analysis' };
const path = '/api/analysis/marks';
const example = { at: '2026-04-17T03:23:45Z', text: 'A scanner was down' };

export function historyMarkRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { store, models, clock } = deps;
  const marks = createCommandHandler(deps, momentMarkFold);
  type Set = CommandResult<{ list: readonly MomentMark[] }> & { id: string };
  return [
    signedGet({
      ...about,
      path,
      summary:
        'Moments of the history that are marked: releases that changed the rules, and one’s own marks.',
      answer: async ({ viewer }) => {
        const [rules, own] = await Promise.all([
          readServedRulesUpTo(store, models.position()),
          marks.load(viewer.id),
        ]);
        return { releases: rules.map(({ at }) => ({ at })), items: [...own.list] };
      },
    }),
    commandRoute(deps, once, {
      ...about,
      method: 'post',
      path,
      summary: 'Marks a moment, for oneself.',
      body: defineBody(newMomentMarkInputSchema, example),
      to: () => null,
      decide: async ({ key, viewer, input }: CommandCall<null>): Promise<Set> => {
        const which = { personId: viewer.id, markId: key.commandId, now: clock.now() };
        const command = { ...key, by: viewer.id };
        const done = await marks.handle(viewer.id, command, state => addMomentMark(state, input, which));
        return { ...done, id: which.markId };
      },
      answer: ({ state, id }: Set) => state.list.find(mark => mark.id === id) ?? null,
    }),
    commandRoute(deps, once, {
      ...about,
      method: 'delete',
      path: `${path}/:id`,
      summary: 'Removes one’s own mark.',
      to: ({ param }) => param('id'),
      decide: ({ key, viewer, target }) => {
        const which = { personId: viewer.id, markId: target };
        return marks.handle(viewer.id, { ...key, by: viewer.id }, state => removeMomentMark(state, which));
      },
      answer: () => null,
    }),
  ];
}
