/** Process control of a case: what was recorded while its treatment goes on, and one record more. */
import { actions } from '#events/case/decider.ts';
import { Refusal } from '#events/errors.ts';
import { accepts, readBodyOrRefusal } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import { caseIdOf, seenCase } from './case-of.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { commanded } from './presented.ts';
import { type Route, route } from './route.ts';

const { input, example } = actions.recordProcess;

export function processRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  const { perform } = deps;
  const shared = { path: '/api/cases/:id/processControl', rule: 'session', tag: 'case' } as const;
  return [
    get({
      ...shared,
      summary:
        'Process control: pictures, models and remarks of a day and a stage, and what was done in the chair.',
      answer: call => {
        const { pages, records: items, visits } = seenCase(deps, call);
        if (pages.processControl === 'position') throw new Refusal('permissionError');
        return { items, visits };
      },
    }),
    route({
      ...shared,
      method: 'post',
      summary: 'Adds a record: the action "recordProcess".',
      body: accepts(input, example),
      handle: async ({ c, viewer, param }) => {
        const caseId = caseIdOf(param('id'));
        const body = await readBodyOrRefusal(c, input);
        const done = await once(c, viewer.id, body, commandId =>
          perform.perform(viewer, { caseId, commandId, action: 'recordProcess', input: body }),
        );
        return ok(c, deps, commanded(viewer, done.state), { position: done.position });
      },
    }),
  ];
}
