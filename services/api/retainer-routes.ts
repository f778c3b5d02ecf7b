/** Retainer orders: those of a case, the viewer's whole list, and an order's steps by its id. */
import * as z from 'zod/mini';
import { optionKeySchemaFor, trackingNumberSchema } from '#events/case/fields.ts';
import { retainerId } from '#events/retainer/retainer.ts';
import { type ActionStep, actionRoute, stepRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { createCaseUnknownRefusal, findVisibleCase } from './visible-case.ts';

const tag = 'retainers';

const nothing = z.strictObject({});

/** Steps of an order, by their names in the path. */
const steps: Record<string, ActionStep> = {
  produce: {
    action: 'produceRetainer',
    input: nothing,
    example: {},
    summary: 'The step "produce" of a retainer order.',
  },
  deliver: {
    action: 'deliverRetainer',
    input: z.strictObject({ courier: optionKeySchemaFor('courier'), trackingNumber: trackingNumberSchema }),
    example: { courier: 2, trackingNumber: 'EMS123456789' },
    summary: 'The step "deliver" of a retainer order.',
  },
  receive: {
    action: 'receiveRetainer',
    input: nothing,
    example: {},
    summary: 'The step "receive" of a retainer order.',
  },
};

/** Case and number of `<case>-R<n>`. @throws Refusal caseUnknown */
function orderOf(id: string): { caseId: string; part: number } {
  const [, caseId = '', n = ''] = /^(.{1,40})-R([1-9]\d{0,2})$/.exec(id) ?? [];
  if (caseId === '') throw createCaseUnknownRefusal();
  return { caseId, part: Number(n) };
}

function caseRoutes(deps: ApiDeps, once: RunIdempotently): Route[] {
  return [
    signedGet({
      path: '/api/cases/:id/retainers',
      rule: 'session',
      tag,
      summary: 'Retainer orders of the case, oldest first.',
      answer: call => ({ items: findVisibleCase(deps, call).retainers }),
    }),
    actionRoute(deps, once, {
      path: '/api/cases/:id/retainers',
      tag,
      summary: 'Applies for a retainer.',
      action: 'applyRetainer',
      more: ({ retainers }, caseId) => ({ id: retainerId(caseId, retainers.at(-1)?.retainer ?? 0) }),
    }),
  ];
}

export function retainerRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    ...caseRoutes(deps, once),
    stepRoute(deps, once, {
      path: '/api/retainers/:id/actions/:action',
      tag,
      summary: 'Takes a step of a retainer order.',
      steps,
      of: orderOf,
      field: 'retainer',
      more: ({ caseId, part = 0 }) => ({ id: retainerId(caseId, part) }),
    }),
  ];
}
