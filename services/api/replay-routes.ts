/** What the replay reads and writes: the history, whose cases stood where, and marks. */
import { analysisRoutes } from './analysis-routes.ts';
import type { ApiDeps } from './deps.ts';
import type { RunIdempotently } from './idempotency.ts';
import { historyMarkRoutes } from './mark-routes.ts';
import type { Route } from './route.ts';
import { caseOwnersRoute } from './standing-owners-route.ts';

export const replayRoutes = (deps: ApiDeps, how: { once: RunIdempotently }): Route[] => [
  ...analysisRoutes(deps),
  caseOwnersRoute(deps),
  ...historyMarkRoutes(deps, how),
];
