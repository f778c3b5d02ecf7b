/**
 * The last version of a case's plans and targets that a person has viewed. Private to the person, so it is in
 * the vault and never in the case's stream.
 */
import * as z from 'zod/mini';
import { badField } from '#events/errors.ts';
import { versionListNames } from '#events/plan/discussion-events.ts';
import { defineBody } from '../http/body.ts';
import { answerOk } from '../http/envelope.ts';
import type { Vault } from '../vault/port.ts';
import type { AnswerData } from './answers.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import { type Route, signedRoute } from './route.ts';
import { findVisibleCase } from './visible-case.ts';

type Looked = AnswerData<'/api/cases/:id/plans/looked'>;

const input = z.strictObject({ list: z.enum(versionListNames), version: z.int().check(z.minimum(1)) });
const storedSchema = z.object({ plans: z.nullable(z.int()), targets: z.nullable(z.int()) });
const none: Looked = { plans: null, targets: null };

const keyOf = (personId: string, caseId: string) => `looked/${personId}/${caseId}`;

async function read(vault: Vault, key: string): Promise<Looked> {
  const found = storedSchema.safeParse((await vault.get(key))?.value);
  return found.success ? found.data : none;
}

export function lastViewedRoutes(deps: ApiDeps): Route[] {
  const { vault, models } = deps;
  return [
    signedGet({
      path: '/api/cases/:id/plans/looked',
      rule: 'session',
      tag: 'case',
      summary: 'The last versions of plans and targets that this person has looked at; null: none yet.',
      answer: call => read(vault, keyOf(call.viewer.id, findVisibleCase(deps, call).caseId)),
    }),
    signedRoute({
      method: 'put',
      path: '/api/cases/:id/plans/looked',
      rule: 'session',
      tag: 'case',
      summary: 'Notes that this person has looked at a version. It never goes back to an older one.',
      body: defineBody(input, { list: 'plans', version: 1 }),
      handle: async ({ c, ctx, viewer, param, body }) => {
        const view = findVisibleCase(deps, { ctx, param });
        const { list, version } = await body();
        if (!view[list].some(p => p.version === version)) throw badField('version', 'version-unknown');
        const key = keyOf(viewer.id, view.caseId);
        const before = await read(vault, key);
        const looked: Looked = { ...before, [list]: Math.max(version, before[list] ?? 0) };
        if (looked[list] !== before[list]) await vault.put(key, looked);
        return answerOk(c, deps, looked, { position: models.position() });
      },
    }),
  ];
}
