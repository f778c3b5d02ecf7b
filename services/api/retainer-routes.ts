/** Retainer orders: those of a case, everybody's own list, and an order's steps by its own id. */
import * as z from 'zod/mini';
import { actions } from '#events/case/decider.ts';
import { option, trackingNumber } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { retainerActs, retainerId } from '#events/retainer/retainer.ts';
import { readBodyOrRefusal } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import { caseIdOf, notThere, seenCase } from './case-of.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { commanded } from './presented.ts';
import { type Route, route } from './route.ts';

const tag = 'retainers';

/** An order's steps by their names here. */
const stepNames = ['produce', 'deliver', 'receive'] as const;
type Step = (typeof stepNames)[number];
const isStep = (name: string): name is Step => stepNames.some(step => step === name);

/** What a step takes; the order's number is in its id. */
const bodies = {
  produce: { schema: z.strictObject({}), example: {} },
  deliver: {
    schema: z.strictObject({ courier: option('courier'), trackingNumber }),
    example: { courier: 2, trackingNumber: 'EMS123456789' },
  },
  receive: { schema: z.strictObject({}), example: {} },
};

/** The case and number of `<case>-R<n>`. @throws Refusal caseUnknown */
function orderOf(id: string): { caseId: string; retainer: number } {
  const [, caseId = '', n = ''] = /^(.{1,40})-R([1-9]\d{0,2})$/.exec(id) ?? [];
  if (caseId === '') throw notThere();
  return { caseId, retainer: Number(n) };
}

/** The step's input as the action takes it. What could not be read, or names another order, is refused in its turn. */
function inputOf(body: unknown, retainer: number): unknown {
  if (typeof body !== 'object' || body === null || body instanceof Refusal) return body;
  return 'retainer' in body ? badField('retainer', 'unknown-field') : { ...body, retainer };
}

function caseRoutes(deps: Deps, once: Once): Route[] {
  const { perform } = deps;
  return [
    get({
      path: '/api/cases/:id/retainers',
      rule: 'session',
      tag,
      summary: 'Retainer orders of the case, oldest first.',
      answer: call => ({ items: seenCase(deps, call).retainers }),
    }),
    route({
      method: 'post',
      path: '/api/cases/:id/retainers',
      rule: 'session',
      tag,
      summary: 'Applies for a retainer.',
      described: [
        {
          path: '/api/cases/:id/retainers',
          summary: 'Applies for a retainer.',
          body: { schema: actions.applyRetainer.input, example: actions.applyRetainer.example },
        },
      ],
      handle: async ({ c, viewer, param }) => {
        const caseId = caseIdOf(param('id'));
        const input = await readBodyOrRefusal(c, actions.applyRetainer.input);
        const done = await once(c, viewer.id, input, commandId =>
          perform.perform(viewer, { caseId, commandId, action: 'applyRetainer', input }),
        );
        const id = retainerId(caseId, done.state.retainers.at(-1)?.retainer ?? 0);
        return ok(c, deps, { ...commanded(viewer, done.state), id }, { position: done.position });
      },
    }),
  ];
}

export function retainerRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  const { models, perform } = deps;
  return [
    ...caseRoutes(deps, once),
    route({
      method: 'post',
      path: '/api/retainers/:id/actions/:action',
      rule: 'session',
      tag,
      summary: 'Takes a step of a retainer order.',
      described: stepNames.map(step => ({
        path: `/api/retainers/:id/actions/${step}`,
        summary: `The step "${step}" of a retainer order.`,
        body: bodies[step],
      })),
      handle: async ({ c, ctx, viewer, param }) => {
        const { caseId, retainer } = orderOf(param('id'));
        const step = param('action');
        if (!isStep(step)) {
          if (!models.caseItem(ctx, caseId)) throw notThere();
          throw new Refusal('notFound');
        }
        const input = inputOf(await readBodyOrRefusal(c, bodies[step].schema), retainer);
        const done = await once(c, viewer.id, input, commandId =>
          perform.perform(viewer, { caseId, commandId, action: retainerActs[step], input }),
        );
        const id = retainerId(caseId, retainer);
        return ok(c, deps, { ...commanded(viewer, done.state), id }, { position: done.position });
      },
    }),
  ];
}
