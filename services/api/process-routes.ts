/** Process control of a case: the records during treatment, and adding one. */
import { Refusal } from '#events/errors.ts';
import { seenCase } from './case-of.ts';
import { actionRoute } from './command-route.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import type { Route } from './route.ts';

export function processRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  const shared = { path: '/api/cases/:id/processControl', tag: 'case' } as const;
  return [
    get({
      ...shared,
      rule: 'session',
      summary:
        'Process control: pictures, models and remarks of a day and a stage, and what was done in the chair.',
      answer: call => {
        const { pages, records: items, visits } = seenCase(deps, call);
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
