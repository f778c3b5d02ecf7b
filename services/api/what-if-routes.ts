/**
 * What if: comparisons of the served read models with those of another version, for Admins of organisations that serve
 * cases.
 */
import * as z from 'zod/mini';
import { positionsComparingVersions } from '#events/analysis/rights.ts';
import { caseIdOfEvent } from '#events/case/stream.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import { START, toLogPosition } from '#events/log-position.ts';
import { parse } from '#events/parse.ts';
import type { Viewer } from '#events/person/position.ts';
import { parseWirePosition, toWirePosition } from '#events/wire.ts';
import { type WhatIfRun, withoutErasedCases } from '../analysis/whatif/what-if-run.ts';
import { maxKeptRuns } from '../analysis/whatif/what-if-runs.ts';
import type { CommandKey, CommandResult } from '../command/handler.ts';
import { defineBody } from '../http/body.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { readErasures } from './erased-cases.ts';
import { waitForHead } from './event-query.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { parsePointInTime } from './point-in-time.ts';
import type { Route } from './route.ts';
import type { WhatIfItem } from './what-if-answers.ts';

type WhatIfDeps = Pick<
  ApiDeps,
  'models' | 'words' | 'people' | 'whatIfRuns' | 'whatIfVersions' | 'auditTrail' | 'sealedLog'
>;

const described = { rule: positionsComparingVersions, tag: 'analysis' } as const;

const moment = z.string().check(z.minLength(1), z.maxLength(40));
const asked = z.strictObject({
  /** One of `versions`; null: this version, built again. */
  version: z.nullable(z.string().check(z.maxLength(40))),
  /**
   * Compares only rows that a later event has touched: a position of this log, a day or an ISO time. Default: all
   * rows.
   */
  from: z.optional(moment),
  /** Compares both versions as of this moment. Default: as served now. */
  to: z.optional(moment),
});

/** Returns the last position up to a moment. @throws Refusal positionForeign; badInput for the field */
async function placeOf(
  { models }: WhatIfDeps,
  orgId: string,
  { field, text }: { field: 'from' | 'to'; text: string },
): Promise<bigint> {
  try {
    return (await models.past.moment(parsePointInTime(models, { orgId }, text))).position;
  } catch (error) {
    const [found] = isRefusal(error) ? (error.data?.issues ?? []) : [];
    throw found ? badField(field, found.issue) : error;
  }
}

/** Returns the first position that `from` includes. For a time, that is the position after the last earlier event. */
async function firstOf(deps: WhatIfDeps, orgId: string, text: string): Promise<bigint> {
  const place = await placeOf(deps, orgId, { field: 'from', text });
  return typeof parsePointInTime(deps.models, { orgId }, text) === 'number' ? place + 1n : place;
}

/** @throws Refusal badInput, positionForeign */
async function rangeOf(
  deps: WhatIfDeps,
  orgId: string,
  { from, to }: z.infer<typeof asked>,
): Promise<Pick<WhatIfRun, 'from' | 'to'>> {
  const last = to === undefined ? null : await placeOf(deps, orgId, { field: 'to', text: to });
  const first = from === undefined ? null : await firstOf(deps, orgId, from);
  if (first !== null && first > (last ?? deps.models.position())) throw badField('from', 'range-order');
  return { from: first === null ? null : String(first), to: last === null ? null : String(last) };
}

/** Result of a command that appends no event. */
const resultOf = <S>({ models }: WhatIfDeps, { unchanged }: CommandKey, state: S): CommandResult<S> => ({
  ...{ state, position: unchanged?.position ?? models.position(), revision: 0 },
  ...{ appended: false, repeated: false },
});

/**
 * Returns runs in their present state. Values of a patient who was erased since count as deleted, even before they
 * are.
 */
async function asOfLog(deps: WhatIfDeps, orgId: string, runs: readonly WhatIfRun[]): Promise<WhatIfRun[]> {
  const { logId } = deps.models;
  // A restored log has another id. Any of its erasures may be later than a result from the log before.
  const positions = runs.flatMap(({ result }) =>
    result ? [parseWirePosition(logId, result.position) ?? START] : [],
  );
  const [after] = positions.toSorted((a, b) => (a < b ? -1 : 1));
  if (after === undefined) return [...runs];
  const head = await waitForHead(deps);
  const erased = new Set<string>();
  for await (const event of readErasures(deps, orgId, { after: toLogPosition(after), head }))
    erased.add(caseIdOfEvent(event));
  return runs.map(({ result, ...run }) => ({
    ...run,
    result: result && withoutErasedCases(result, caseId => erased.has(caseId)),
  }));
}

export function whatIfRoutes(deps: WhatIfDeps, { once }: { once: RunIdempotently }): Route[] {
  const { models, people, whatIfRuns, whatIfVersions, auditTrail } = deps;
  const names = whatIfVersions.map(({ name }) => name);
  /**
   * Returns the viewer's organisation.
   * @throws Refusal notPermitted if another organisation serves it, because then it serves no case
   */
  const serving = async ({ orgId }: Viewer): Promise<string> => {
    const { organisations } = await people.current();
    if (organisations.get(orgId)?.servedBy !== orgId) throw new Refusal('notPermitted');
    return orgId;
  };
  const wire = (at: string | null) => (at === null ? null : toWirePosition(models.logId, BigInt(at)));
  const item = ({ orgId: _orgId, by: _by, ...run }: WhatIfRun): WhatIfItem => ({
    ...run,
    from: wire(run.from),
    to: wire(run.to),
  });
  return [
    signedGet({
      ...described,
      path: '/api/analysis/whatif',
      summary: 'The versions with which an Admin may compare what is served, and the comparisons so far.',
      answer: async ({ viewer }) => {
        const orgId = await serving(viewer);
        const runs = await asOfLog(deps, orgId, await whatIfRuns.list(orgId));
        return { versions: names, items: runs.toReversed().map(item), limits: { runs: maxKeptRuns } };
      },
    }),
    commandRoute(deps, once, {
      ...described,
      method: 'post',
      path: '/api/analysis/whatif',
      summary:
        'Compares the rows of the cases that the organisation serves with those that another version would fold from the same log. One at a time.',
      body: defineBody(asked, { version: null }),
      to: ({ viewer }) => serving(viewer),
      decide: async ({ key, viewer, target: orgId, input }) => {
        const body = parse(asked, input);
        const { version } = body;
        if (version !== null && !names.includes(version)) throw badField('version', 'not-a-choice');
        const run = {
          id: key.commandId,
          orgId,
          by: viewer.id,
          version,
          ...(await rangeOf(deps, orgId, body)),
        };
        // Recorded before the run exists: without a record, no comparison.
        await whatIfRuns.ask(run, () =>
          auditTrail.versionsCompared(
            viewer,
            { version, from: wire(run.from), to: wire(run.to) },
            key.commandId,
          ),
        );
        return resultOf(deps, key, { id: run.id });
      },
      answer: ({ state }) => state,
    }),
    commandRoute(deps, once, {
      ...described,
      method: 'delete',
      path: '/api/analysis/whatif/:id',
      summary: 'Cancels a comparison that is not over, or removes one that is.',
      to: ({ param }) => param('id'),
      decide: async ({ key, viewer, target }) => {
        await whatIfRuns.cancel(viewer.orgId, target);
        return resultOf(deps, key, null);
      },
      answer: () => null,
    }),
  ];
}
