/** Replacement trays: a small lifecycle of their own within a case (`<case>-T<n>`). */
import { parseTrayId, trayId } from '#events/tray/tray.ts';
import { type ActionStep, actionRoute, stepRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { receiveTraySchema, shipTraySchema } from './tray-input.ts';
import { createCaseUnknownRefusal, findVisibleCase } from './visible-case.ts';

const tag = 'trays';

/** Steps of an order, by their names in the path. */
const steps: Record<string, ActionStep> = {
  ship: {
    action: 'shipTray',
    input: shipTraySchema,
    example: { courier: 2, trackingNumber: 'EMS123456789' },
    summary: 'Sends the tray.',
  },
  receive: {
    action: 'receiveTray',
    input: receiveTraySchema,
    example: {},
    summary: 'Confirms that the tray has come.',
  },
};

/** Case and number of `<case>-T<n>`. @throws Refusal caseUnknown */
function trayOf(id: string): { caseId: string; part: number } {
  const named = parseTrayId(id);
  if (!named) throw createCaseUnknownRefusal();
  return { caseId: named.caseId, part: named.tray };
}

const readRoute = (deps: ApiDeps): Route =>
  signedGet({
    path: '/api/cases/:id/trays',
    rule: 'session',
    tag,
    summary: 'Aligners of the case that were ordered again, each with who, when and why.',
    answer: call => ({ items: findVisibleCase(deps, call).trays }),
  });

export function trayRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    readRoute(deps),
    actionRoute(deps, once, {
      path: '/api/cases/:id/trays',
      tag,
      summary: 'Orders one aligner again, that was lost or broken.',
      action: 'orderTray',
      more: ({ trays: { length: tray } }, caseId) => ({ tray, id: trayId(caseId, tray) }),
    }),
    stepRoute(deps, once, {
      path: '/api/trays/:id/actions/:action',
      tag,
      summary: 'Sends or receives a tray that was ordered again.',
      steps,
      of: trayOf,
      field: 'tray',
    }),
  ];
}
