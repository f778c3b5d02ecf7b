/** The STL export record of a case: who was given which original model, and when. */
import { Refusal } from '#events/errors.ts';
import { readExports } from '../files/exports.ts';
import { ok } from '../http/envelope.ts';
import { caseIdOf, notThere } from './case-of.ts';
import type { Deps } from './deps.ts';
import { type Route, route } from './route.ts';

/** More than this, and the oldest are not shown. */
const most = 500;

export const modelExportRoutes = (deps: Deps): Route[] => [
  route({
    method: 'get',
    path: '/api/cases/:id/exports',
    rule: 'session',
    tag: 'case',
    summary: 'The STL export record: who was given which original model, and when; the newest first.',
    handle: async ({ c, ctx, param }) => {
      const { models, store } = deps;
      const view = models.caseView(ctx, caseIdOf(param('id')));
      if (!view) throw notThere();
      if (view.pages.stlExportRecord !== 'open') throw new Refusal('permissionError');
      const exported = await readExports(store, view.caseId, most);
      const items = exported.map(({ by, ...rest }) => ({ ...rest, by: ctx.person(by) }));
      return ok(c, deps, { items }, { position: models.position() });
    },
  }),
];
