/** What if: comparisons of what is served with another version, for Admins of organisations that serve cases. */
import * as z from 'zod/mini';
import { comparePositions } from '#events/analysis/rights.ts';
import { badField, Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Viewer } from '#events/person/position.ts';
import { readPosition, wirePosition } from '#events/wire.ts';
import type { WhatIfRun } from '../analysis/whatif/what-if-run.ts';
import { mostRuns } from '../analysis/whatif/what-if-runs.ts';
import type { CommandKey, CommandResult } from '../command/handler.ts';
import { acceptBody } from '../http/body.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import type { WhatIfItem } from './what-if-answers.ts';

type WhatIfDeps = Pick<ApiDeps, 'models' | 'words' | 'people' | 'whatIfRuns' | 'whatIfVersions'>;

const described = { rule: comparePositions, tag: 'analysis' } as const;

const position = z.string().check(z.regex(/^\w{1,8}-\d{1,18}$/, { error: 'invalid' }));
const asked = z.strictObject({
  /** One of `versions`; null: this version, built again. */
  version: z.nullable(z.string().check(z.maxLength(40))),
  /** Compares only rows that an event from this position on has touched. Default: all. */
  from: z.optional(position),
  /** Compares both versions as of this position. Default: what is served now. */
  to: z.optional(position),
});

/** @throws Refusal positionForeign; badInput beyond the end of the rows */
function placeOf({ models }: WhatIfDeps, field: 'from' | 'to', wire: string | undefined): bigint | null {
  if (wire === undefined) return null;
  const found = readPosition(models.logId, wire);
  if (found === undefined || found > models.position()) throw new Refusal('positionForeign');
  if (found === 0n) throw badField(field, 'invalid');
  return found;
}

/** @throws Refusal badInput, positionForeign */
function rangeOf(deps: WhatIfDeps, { from, to }: z.infer<typeof asked>): Pick<WhatIfRun, 'from' | 'to'> {
  const [first, last] = [placeOf(deps, 'from', from), placeOf(deps, 'to', to)];
  if (first !== null && last !== null && first > last) throw badField('to', 'range-order');
  return { from: first === null ? null : String(first), to: last === null ? null : String(last) };
}

/** A result of a command that appends no event. */
const resultOf = <S>({ models }: WhatIfDeps, { unchanged }: CommandKey, state: S): CommandResult<S> => ({
  ...{ state, position: unchanged?.position ?? models.position(), revision: 0 },
  ...{ appended: false, repeated: false },
});

export function whatIfRoutes(deps: WhatIfDeps, { once }: { once: RunIdempotently }): Route[] {
  const { models, people, whatIfRuns, whatIfVersions } = deps;
  const names = whatIfVersions.map(({ name }) => name);
  /** @throws Refusal notPermitted if another organisation serves the viewer's: it serves no case */
  const serving = async ({ orgId }: Viewer): Promise<string> => {
    const { organisations } = await people.current();
    if (organisations.get(orgId)?.servedBy !== orgId) throw new Refusal('notPermitted');
    return orgId;
  };
  const wire = (at: string | null) => (at === null ? null : wirePosition(models.logId, BigInt(at)));
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
        const runs = await whatIfRuns.list(await serving(viewer));
        return { versions: names, items: runs.toReversed().map(item), limits: { runs: mostRuns } };
      },
    }),
    commandRoute(deps, once, {
      ...described,
      method: 'post',
      path: '/api/analysis/whatif',
      summary:
        'Compares the rows of the cases that the organisation serves with those that another version would fold from the same log. One at a time.',
      body: acceptBody(asked, { version: null }),
      to: ({ viewer }) => serving(viewer),
      decide: async ({ key, viewer, target: orgId, input }) => {
        const body = parse(asked, input);
        const { version } = body;
        if (version !== null && !names.includes(version)) throw badField('version', 'not-a-choice');
        const run = { id: key.commandId, orgId, by: viewer.id, version, ...rangeOf(deps, body) };
        await whatIfRuns.ask(run);
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
