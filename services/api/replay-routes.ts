/** Routes of the replay: the history, the owners of its cases, and marks. */
import { analysisRoutes } from './analysis-routes.ts';
import { caseOwnersRoute } from './case-owners-route.ts';
import type { ApiDeps } from './deps.ts';
import { historyMarkRoutes } from './history-mark-routes.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

export const replayRoutes = (deps: ApiDeps, how: { once: RunIdempotently }): Route[] => [
  ...analysisRoutes(deps),
  caseOwnersRoute(deps),
  ...historyMarkRoutes(deps, how),
];
