/** Export record of a case's original models: who received which model, and when. */
import { Refusal } from '#events/errors.ts';
import { contextInCase } from '#projections/present.ts';
import { readModelExports } from '../files/export-record.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { Route } from './route.ts';
import { findVisibleCase } from './visible-case.ts';

/** Maximum number of exports shown. The newest are shown. */
const most = 500;

export const modelExportRoutes = (deps: ApiDeps): Route[] => [
  signedGet({
    path: '/api/cases/:id/exports',
    rule: 'session',
    tag: 'case',
    summary: 'The STL export record: who was given which original model, and when; the newest first.',
    answer: async call => {
      const { caseId, pages, facts } = findVisibleCase(deps, call);
      if (pages.stlExportRecord !== 'open') throw new Refusal('permissionError');
      const { person } = contextInCase(facts, call.ctx);
      const exported = await readModelExports(deps.store, caseId, most);
      const items = exported.map(({ by, ...rest }) => ({ ...rest, by: person(by, rest.at) }));
      return { items };
    },
  }),
];
