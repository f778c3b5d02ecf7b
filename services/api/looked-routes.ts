/**
 * How far a person has looked: the last version of a case's plans and targets that was open before them. It is theirs
 * alone, so it stands in the vault and never in the case's stream.
 */
import * as z from 'zod/mini';
import { badField } from '#events/errors.ts';
import { type VersionList, versionLists } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { PresentCtx } from '#projections/present.ts';
import { accepts } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import type { Vault } from '../vault/port.ts';
import { caseIdOf, notThere } from './case-of.ts';
import type { Deps } from './deps.ts';
import { type Route, route } from './route.ts';

export type Looked = Record<VersionList, number | null>;

const input = z.strictObject({ list: z.enum(versionLists), version: z.int().check(z.minimum(1)) });
const kept = z.object({ plans: z.nullable(z.int()), targets: z.nullable(z.int()) });
const none: Looked = { plans: null, targets: null };

const keyOf = (personId: string, caseId: string) => `looked/${personId}/${caseId}`;

async function read(vault: Vault, key: string): Promise<Looked> {
  const found = kept.safeParse((await vault.get(key))?.value);
  return found.success ? found.data : none;
}

/** @throws Refusal caseUnknown */
function seen({ models }: Deps, ctx: PresentCtx, caseId: string): CaseView {
  const view = models.caseView(ctx, caseId);
  if (!view) throw notThere();
  return view;
}

export function lookedRoutes(deps: Deps): Route[] {
  const { vault, models } = deps;
  return [
    route({
      method: 'get',
      path: '/api/cases/:id/plans/looked',
      rule: 'session',
      tag: 'case',
      summary: 'The last versions of plans and targets that this person has looked at; null: none yet.',
      handle: async ({ c, ctx, viewer, param }) => {
        const { caseId } = seen(deps, ctx, caseIdOf(param('id')));
        const looked = await read(vault, keyOf(viewer.id, caseId));
        return ok(c, deps, looked, { position: models.position() });
      },
    }),
    route({
      method: 'put',
      path: '/api/cases/:id/plans/looked',
      rule: 'session',
      tag: 'case',
      summary: 'Notes that this person has looked at a version. It never goes back to an older one.',
      body: accepts(input, { list: 'plans', version: 1 }),
      handle: async ({ c, ctx, viewer, param, body }) => {
        const view = seen(deps, ctx, caseIdOf(param('id')));
        const { list, version } = await body();
        if (!view[list].some(p => p.version === version)) throw badField('version', 'version-unknown');
        const key = keyOf(viewer.id, view.caseId);
        const before = await read(vault, key);
        const looked: Looked = { ...before, [list]: Math.max(version, before[list] ?? 0) };
        if (looked[list] !== before[list]) await vault.put(key, looked);
        return ok(c, deps, looked, { position: models.position() });
      },
    }),
  ];
}
