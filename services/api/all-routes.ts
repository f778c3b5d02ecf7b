/** All routes of the API, in the order in which they match. */
import type { Hono } from 'hono';
import type { ExportJobs } from '../analysis/exports/export-jobs.ts';
import type { PatientCopies } from '../erasing/patient-copies.ts';
import type { ApiEnv } from '../http/context.ts';
import type { readTableInThread } from '../imports/read-table-thread.ts';
import { createPrinter, type PrinterDeps } from '../pdf/printer.ts';
import { createSharing, type SharedFileStorage } from '../share/sharing.ts';
import { addressRoutes } from './address-routes.ts';
import { analysisAskRoutes } from './analysis-ask-routes.ts';
import { analysisExportRoutes } from './analysis-export-routes.ts';
import { analysisLogRoutes } from './analysis-log-routes.ts';
import { analysisReportRoutes } from './analysis-report-routes.ts';
import { archiveRoutes } from './archive-routes.ts';
import { articleRoutes } from './article-routes.ts';
import { assistantRoutes } from './assistant-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { caseRoutes } from './case-routes.ts';
import { chatRoutes } from './chat-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { collaboratorRoutes } from './collaborator-routes.ts';
import { coverRoutes } from './cover-routes.ts';
import { dataRequestRoutes } from './data-request-routes.ts';
import { demoRoutes } from './demo-routes.ts';
import type { ApiDeps } from './deps.ts';
import { deskRoutes } from './desk-routes.ts';
import { docsRoutes } from './docs-routes.ts';
import { eventRoutes } from './event-routes.ts';
import type { writeWorkbook } from './export-worker.ts';
import { factorRoutes } from './factor-routes.ts';
import { forecastReportRoutes } from './forecast-report-routes.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { formRoutes } from './form-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { createIdempotency } from './idempotency.ts';
import { importRoutes } from './import-routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { joiningRoutes } from './joining-routes.ts';
import { lastViewedRoutes } from './last-viewed-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import type { MetricsEndpoint } from './metrics.ts';
import { notebookKeyRoutes } from './notebook-key-routes.ts';
import { noticeRoutes } from './notice-routes.ts';
import { orderFormRoutes } from './order-form-routes.ts';
import { organisationRoutes } from './organisation-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { ownSessionRoutes } from './own-session-routes.ts';
import { createPastReader } from './past-reader.ts';
import { patientLinkRoutes } from './patient-link-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { personRoutes } from './person-routes.ts';
import { planReportRoutes } from './plan-report-routes.ts';
import { presetRoutes } from './preset-routes.ts';
import { processControlRoutes } from './process-control-routes.ts';
import { productionPaperRoutes } from './production-routes.ts';
import { questionRoutes } from './question-routes.ts';
import { replayRoutes } from './replay-routes.ts';
import { retainerRoutes } from './retainer-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { rightRoutes } from './right-routes.ts';
import type { Route } from './route.ts';
import { secondStepRoutes } from './second-step-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { organisationSetUpRoutes } from './set-up-routes.ts';
import { publicShareRoutes, shareRoutes } from './share-routes.ts';
import { createJoiningLimits, createSignInLimits, type SignInLimitOptions } from './sign-in-limits.ts';
import { singleSignOnRoutes } from './single-sign-on-routes.ts';
import { specRoutes } from './spec-routes.ts';
import { tableFileRoutes } from './table-file-routes.ts';
import { trayRoutes } from './tray-routes.ts';
import { viewRoutes } from './view-routes.ts';
import { wearRoutes } from './wear-routes.ts';
import { whatIfRoutes } from './what-if-routes.ts';
import { workbenchRoutes } from './workbench-routes.ts';

export type AppParts = PrinterDeps & {
  /**
   * Sub-applications at /api/uploads, /api/files and /api/cases/export.xlsx. They require a session and answer errors
   * like all routes.
   */
  uploads?: Hono<ApiEnv>;
  files?: Hono<ApiEnv>;
  exports?: Hono<ApiEnv>;
  /** Writes the workbooks of the audit. Default: in a thread. */
  workbook?: typeof writeWorkbook;
  /** Reads files of people to invite. Default: in a thread. */
  readTable?: typeof readTableInThread;
  /** Patients' copies. Default: none can be downloaded. */
  copies?: PatientCopies;
  /** Exports of the analysts' tables. Default: none can be made. */
  exportJobs?: ExportJobs;
  /** Everything outside the API: pages and the browser's files. Receives the API for in-process calls. */
  pages?: (api: Hono<ApiEnv>) => Hono<ApiEnv>;
  limits?: Partial<SignInLimitOptions>;
  /** Files that share links give access to. */
  shared?: SharedFileStorage;
  /** Returns true once the server is stopping and should receive no more requests. */
  leaving?: () => boolean;
  /** False if /metrics is on another port. */
  measured?: boolean;
};

/** Routes about colleagues and organisations. */
const colleagueRoutes = (
  deps: ApiDeps,
  how: Parameters<typeof peopleRoutes>[1] & Parameters<typeof importRoutes>[1],
): Route[] => [
  ...peopleRoutes(deps, how),
  ...personRoutes(deps, how),
  ...invitationRoutes(deps, how),
  ...importRoutes(deps, how),
  ...organisationRoutes(deps, how),
  ...rightRoutes(deps, how),
  ...singleSignOnRoutes(deps, how),
  ...assistantRoutes(deps, how),
  ...organisationSetUpRoutes(deps, how),
  ...coverRoutes(deps, how),
  ...collaboratorRoutes(deps, how),
];

/** What analysts read and order. */
const analystRoutes = (
  deps: ApiDeps,
  parts: AppParts,
  how: Parameters<typeof questionRoutes>[1],
): Route[] => [
  ...replayRoutes(deps, how),
  ...analysisReportRoutes(deps),
  ...analysisLogRoutes(deps),
  ...analysisAskRoutes(deps),
  ...notebookKeyRoutes(deps, how),
  ...tableFileRoutes(deps),
  ...analysisExportRoutes(deps, { ...how, jobs: parts.exportJobs, blobs: parts.blobs }),
  ...questionRoutes(deps, how),
  ...whatIfRoutes(deps, how),
  ...forecastReportRoutes(deps),
];

/** All routes of the API, in matching order. */
export function createAllRoutes(deps: ApiDeps, parts: AppParts, metrics: MetricsEndpoint): Route[] {
  const how = {
    once: createIdempotency(deps),
    limits: createSignInLimits(parts.limits),
    joining: createJoiningLimits(),
    metrics,
    past: createPastReader(deps),
  };
  const printer = createPrinter(parts);
  const shared = createSharing(deps, parts.shared);
  const routes: Route[] = [
    ...healthRoutes(deps, { ...how, leaving: parts.leaving, measured: parts.measured }),
    ...sessionRoutes(deps, how),
    ...secondStepRoutes(deps, how),
    ...factorRoutes(deps, how),
    ...formRoutes(deps, how),
    ...codeRoutes(deps, how),
    ...joiningRoutes(deps, how),
    ...demoRoutes(deps),
    ...ownSessionRoutes(deps, how),
    ...ownAccountRoutes(deps, how),
    ...specRoutes(deps, parts.blobs),
    ...docsRoutes(deps, () => routes),
    ...workbenchRoutes(deps, how),
    ...inboxRoutes(deps),
    ...chatRoutes(deps, how),
    ...mailRoutes(deps, how),
    ...noticeRoutes(deps, how),
    ...colleagueRoutes(deps, { ...how, readTable: parts.readTable }),
    ...auditRoutes(deps, parts.workbook),
    ...presetRoutes(deps, how),
    ...dataRequestRoutes(deps, { ...how, copies: parts.copies }),
    ...deskRoutes(deps, how),
    ...addressRoutes(deps, how),
    ...eventRoutes(deps),
    ...analystRoutes(deps, parts, how),
    ...caseRoutes(deps, how),
    ...retainerRoutes(deps, how),
    ...trayRoutes(deps, how),
    ...viewRoutes(deps, how),
    ...wearRoutes(deps, how),
    ...processControlRoutes(deps, how),
    ...archiveRoutes(deps, parts.blobs),
    ...lastViewedRoutes(deps),
    ...orderFormRoutes(deps, printer),
    ...productionPaperRoutes(deps, printer),
    ...reviewRoutes(deps),
    ...forecastRoutes(deps),
    ...planReportRoutes(deps, { printer, blobs: parts.blobs, shared: parts.shared }),
    ...shareRoutes(deps, shared, how),
    ...publicShareRoutes(deps, shared),
    ...patientLinkRoutes(deps, shared),
    ...articleRoutes(deps, parts.blobs, how),
  ];
  return routes;
}
