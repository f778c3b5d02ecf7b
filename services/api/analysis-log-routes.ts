/** The LOG of the analysis: pages by position, counts for its strip, and one event with its causes. */
import { analystPositions } from '#events/analysis/rights.ts';
import type { Viewer } from '#events/person/position.ts';
import { type LogViewer, readLogPage } from './analysis-log.ts';
import { countLogEvents, countLogHours } from './analysis-log-counts.ts';
import { readLogEventWithRelated } from './analysis-log-event.ts';
import {
  logFilterQuerySchema,
  logHoursQuerySchema,
  logPageQuerySchema,
  parseLogFilter,
  parseLogPlace,
} from './analysis-log-query.ts';
import { zoneOfViewer } from './audit-query.ts';
import type { ApiDeps } from './deps.ts';
import { waitForHead } from './event-query.ts';
import { signedGet } from './get-route.ts';
import type { Route } from './route.ts';
import { parseCaseId } from './visible-case.ts';

const PAGE_SIZE = 100;

const described = { rule: analystPositions, rights: ['analysisFacts'], tag: 'analysis' } as const;

type ReaderOf = (viewer: Viewer) => Promise<LogViewer>;

const pageRoute = (deps: ApiDeps, readerOf: ReaderOf): Route =>
  signedGet({
    path: '/api/analysis/log',
    ...described,
    summary:
      'A page of the events of the cases that this organisation serves, from a position or a moment, without their personal parts.',
    query: logPageQuerySchema,
    answer: async ({ viewer, query }) => {
      const { after, before, at, size = PAGE_SIZE, ...asked } = query();
      const reader = await readerOf(viewer);
      const filter = parseLogFilter(deps, reader, asked);
      const head = await waitForHead(deps);
      const range = await parseLogPlace(deps, reader, { after, before, at }, head);
      await deps.auditTrail.eventsRead(viewer, asked.caseId ?? null);
      return readLogPage(deps, reader, { filter, range, size, head });
    },
  });

const countRoutes = (deps: ApiDeps, readerOf: ReaderOf): Route[] => [
  signedGet({
    path: '/api/analysis/log/counts',
    ...described,
    summary: 'Numbers of these events by day, type and person.',
    query: logFilterQuerySchema,
    answer: async ({ viewer, query }) => {
      const reader = await readerOf(viewer);
      return countLogEvents(deps, reader, parseLogFilter(deps, reader, query()));
    },
  }),
  signedGet({
    path: '/api/analysis/log/hours',
    ...described,
    summary: 'Numbers of these events of one day by hour.',
    query: logHoursQuerySchema,
    answer: async ({ viewer, query }) => {
      const { day, ...asked } = query();
      const reader = await readerOf(viewer);
      return countLogHours(deps, reader, parseLogFilter(deps, reader, { ...asked, from: day, to: day }));
    },
  }),
];

const eventRoute = (deps: ApiDeps, readerOf: ReaderOf): Route =>
  signedGet({
    path: '/api/analysis/log/:id/:revision',
    ...described,
    summary: 'One event of a case with its open data, the events of its command, its causes and its effects.',
    answer: async ({ viewer, param }) => {
      const caseId = parseCaseId(param('id'));
      const revision = Number(param('revision'));
      const found = await readLogEventWithRelated(deps, await readerOf(viewer), { caseId, revision });
      await deps.auditTrail.eventsRead(viewer, caseId);
      return found;
    },
  });

export function analysisLogRoutes(deps: ApiDeps): Route[] {
  const { models, pseudonyms } = deps;
  const readerOf: ReaderOf = async viewer => ({
    orgId: viewer.orgId,
    zone: zoneOfViewer(models, viewer),
    pseudonym: await pseudonyms.of(viewer.orgId),
  });
  return [pageRoute(deps, readerOf), ...countRoutes(deps, readerOf), eventRoute(deps, readerOf)];
}
