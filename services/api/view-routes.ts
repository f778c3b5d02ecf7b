/** GET routes of all queries that the views declare (`asks` in projections). */
import { views } from '#projections/views.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Route } from './route.ts';

export const viewRoutes = ({ models, clock }: Pick<Deps, 'models' | 'clock'>): Route[] =>
  views
    .flatMap(view => ('asks' in view ? [view.asks] : []))
    .map(({ answer: _answered, ...ask }) =>
      get({
        ...ask,
        answer: ({ ctx, query }) => models.ask(ask.path, { ctx, query: query(), now: clock.now() }),
      }),
    );
