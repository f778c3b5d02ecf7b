/** GET routes of all queries that the views declare (`asks` in projections). */
import { views } from '#projections/views.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { Route } from './route.ts';

export const viewRoutes = ({ models, clock }: Pick<ApiDeps, 'models' | 'clock'>): Route[] =>
  views
    .flatMap(view => ('asks' in view ? [view.asks] : []))
    .map(({ answer: _answered, ...ask }) =>
      signedGet({
        ...ask,
        answer: ({ ctx, query }) => models.ask(ask.path, { ctx, query: query(), now: clock.now() }),
      }),
    );
