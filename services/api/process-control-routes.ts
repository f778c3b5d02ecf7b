/** Process control of a case: the records during treatment, and adding one. */
import { Refusal } from '#events/errors.ts';
import { actionRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { findVisibleCase } from './visible-case.ts';

export function processControlRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const shared = { path: '/api/cases/:id/processControl', tag: 'case' } as const;
  return [
    signedGet({
      ...shared,
      rule: 'session',
      summary:
        'Process control: pictures, models and remarks of a day and a stage, and what was done in the chair.',
      answer: call => {
        const { pages, records: items, visits } = findVisibleCase(deps, call);
        if (pages.processControl === 'position') throw new Refusal('permissionError');
        return { items, visits };
      },
    }),
    actionRoute(deps, once, {
      ...shared,
      summary: 'Adds a record: the action "recordProcess".',
      action: 'recordProcess',
    }),
  ];
}
