/** GET routes of all queries that the views declare (`asks` in projections). */
import type * as z from 'zod/mini';
import { type ViewPath, views } from '#projections/views.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { PastReader } from './past-reader.ts';
import type { Route } from './route.ts';

/** The moment that a query names; undefined for the present, and for queries that take none. */
const momentIn = (query: object): string | undefined =>
  'asOf' in query && typeof query.asOf === 'string' ? query.asOf : undefined;

export const viewRoutes = (
  { models, clock }: Pick<ApiDeps, 'models' | 'clock'>,
  { past }: { past: PastReader },
): Route[] =>
  views
    .flatMap(view => ('asks' in view ? [view.asks] : []))
    .map(({ answer: _answered, ...ask }) =>
      signedGet<ViewPath, z.ZodMiniType>({
        ...ask,
        answer: ({ ctx, viewer, query: readQuery }) => {
          // Boundary: the schema of this path has parsed the query.
          const query = readQuery() as Parameters<typeof models.ask<typeof ask.path>>[1]['query'];
          const asked = { query, now: clock.now() };
          const asOf = momentIn(query);
          return asOf === undefined
            ? models.ask(ask.path, { ctx, ...asked })
            : past(viewer, asOf, reads =>
                reads.ask(ask.path, { ctx: { ...ctx, person: reads.personRef }, ...asked }),
              );
        },
      }),
    );
