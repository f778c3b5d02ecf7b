/** Exports of the analysts' tables: ordered, made in the background, kept for some days for the person who ordered them. */

import * as z from 'zod/mini';
import { exportFormatNames, exportFormats, xesTraceKinds } from '#events/analysis/export-formats.ts';
import { analystPositions } from '#events/analysis/rights.ts';
import { badField, Refusal } from '#events/errors.ts';
import { isUnfinishedJob } from '#events/job-state.ts';
import { parse } from '#events/parse.ts';
import type { Viewer } from '#events/person/position.ts';
import { toWirePosition } from '#events/wire.ts';
import { type ExportJob, type ExportRequest, exportLimits } from '../analysis/exports/export-jobs.ts';
import { tableNames, tablesHash } from '../analysis/tables.ts';
import { isoNow } from '../clock/clock.ts';
import type { CommandResult } from '../command/handler.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { defineBody } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { streamResponseBody } from '../http/stream-body.ts';
import type { ExportItem, ExportList } from './analysis-export-answers.ts';
import { checkAnalysisRange } from './analysis-query.ts';
import { zoneOfViewer } from './audit-query.ts';
import { findRequestedBytes, setByteHeaders } from './byte-answer.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { type ExportParts, findOwnExportJob, listOwnExportJobs } from './own-exports.ts';
import { momentSchema, parseInstant, pointInTimeSchema } from './point-in-time.ts';
import { type Route, signedRoute } from './route.ts';
import { openAnalysisTablesAsOf, waitForTables } from './tables-at.ts';
import { mayReadCaseFacts } from './viewer-tables.ts';

type How = ExportParts & { once: RunIdempotently };

const described = { rule: analystPositions, tag: 'analysis' } as const;
const path = '/api/analysis/exports';

const ordered = z.strictObject({
  format: z.enum(exportFormatNames as [(typeof exportFormatNames)[number]]),
  /** Unit of an XES trace. Default: a case. */
  trace: z.optional(z.enum(xesTraceKinds)),
  /** True: with the facts of cases, which XES cannot hold. Default: false. */
  facts: z.optional(z.boolean()),
  /** Days or ISO times; `to` is not part of the range. Default: everything. */
  from: z.optional(momentSchema),
  to: z.optional(momentSchema),
  /** A position of this log, a day or an ISO time. Default: now. */
  asOf: z.optional(pointInTimeSchema),
});
type Ordered = z.infer<typeof ordered>;

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const msOf = (zone: string, text: string | undefined) =>
  text === undefined ? null : parseInstant(zone, text);

const fileName = ({ format, position }: ExportJob) =>
  `archline-${format}-${position}.${exportFormats[format].extension}`;

function itemOf(job: ExportJob, log: string): ExportItem {
  const { id, format, trace, at, state, why, progress, until, file } = job;
  return {
    ...{ id, format, trace, at, state, why, progress, until, log },
    facts: job.tables.includes('case_facts'),
    from: isoOf(job.from),
    to: isoOf(job.to),
    position: toWirePosition(log, BigInt(job.position)),
    clock: new Date(job.clock).toISOString(),
    definition: job.definition,
    file: file && {
      name: fileName(job),
      bytes: file.bytes,
      sha256: file.sha256,
      events: file.events,
    },
  };
}

/** @throws Refusal badInput, notPermitted */
function checkOrder({ format, facts, from, to }: Ordered, viewer: Viewer): void {
  if (facts && format === 'xes') throw badField('facts', 'not-a-choice');
  if (facts && !mayReadCaseFacts(viewer)) throw new Refusal('notPermitted');
  if (from !== undefined && to !== undefined) checkAnalysisRange(Date.parse(from), Date.parse(to));
}

/** @throws Refusal badInput if the person has as many exports as are allowed */
function checkCount(jobs: readonly ExportJob[]): void {
  const { unfinished, kept } = exportLimits;
  if (jobs.filter(isUnfinishedJob).length >= unfinished)
    throw badField('format', 'exports-under-way', { max: unfinished });
  if (jobs.length >= kept) throw badField('format', 'exports-kept', { max: kept });
}

type Order = CommandCall<null>;

async function orderOf(deps: ApiDeps, { c, viewer, key }: Order, asked: Ordered): Promise<ExportRequest> {
  await waitForTables(deps, c.get('position'));
  const { last } = await openAnalysisTablesAsOf(deps, viewer.orgId, asked.asOf);
  if (!last) throw badField('asOf', 'before-first');
  const { format, trace = 'case', facts = false } = asked;
  const zone = zoneOfViewer(deps.models, viewer);
  return {
    ...{ id: key.commandId, by: viewer.id, orgId: viewer.orgId, at: isoNow(deps.clock), format, trace },
    tables: tableNames.filter(name => name !== 'case_facts' || facts),
    from: msOf(zone, asked.from),
    to: msOf(zone, asked.to),
    position: String(last.position),
    clock: last.clock,
    definition: tablesHash,
  };
}

/** Result of a command that appends to no stream. */
const resultOf = (job: ExportJob, repeated: boolean): CommandResult<ExportJob> => ({
  ...{ position: BigInt(job.position), state: job, revision: 0, appended: true, repeated, tried: !repeated },
});

type OrderOne = (call: Order) => Promise<CommandResult<ExportJob>>;

/** Handles the orders of one person one after another, because each order counts the earlier ones. */
function createOrders(deps: ApiDeps, how: How): OrderOne {
  const turns = createMutex();
  return call => turns.hold(call.viewer.id, () => order(deps, how, call));
}

async function order(deps: ApiDeps, how: How, call: Order): Promise<CommandResult<ExportJob>> {
  const { viewer, key, input } = call;
  const asked = parse(ordered, input);
  const before = await how.jobs?.find(viewer.id, key.commandId);
  if (before) return resultOf(before, true);
  checkOrder(asked, viewer);
  checkCount(await listOwnExportJobs(deps, how, viewer));
  if (!how.jobs) throw new Refusal('analysisAbsent');
  const made = await orderOf(deps, call, asked);
  // Recorded before the export exists: without a record, no file.
  const recorded = {
    format: made.format,
    facts: asked.facts ?? false,
    from: asked.from ?? null,
    to: asked.to ?? null,
    position: toWirePosition(deps.models.logId, BigInt(made.position)),
  };
  await deps.auditTrail.tablesExported(viewer, recorded, made.id);
  await how.jobs.enqueue(made);
  return resultOf(await findOwnExportJob(deps, how, viewer, key.commandId), false);
}

function describeFile(c: ApiContext, job: ExportJob): void {
  c.header('Content-Type', exportFormats[job.format].media);
  c.header('Content-Disposition', `attachment; filename="${fileName(job)}"`);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cache-Control', 'private, no-store');
}

/** Only the person who ordered the export gets the file, and only with today's rights. */
const fileRoute = (deps: ApiDeps, how: How): Route =>
  signedRoute({
    ...described,
    method: 'get',
    path: `${path}/:id/file`,
    rights: ['exports'],
    cookie: true,
    media: 'application/octet-stream',
    summary: 'The file of a finished export, or a part of it.',
    handle: async ({ c, viewer, param }) => {
      const job = await findOwnExportJob(deps, how, viewer, param('id'));
      const { file, orgId } = job;
      const { blobs } = how;
      if (job.state !== 'ready' || !file || !blobs) throw new Refusal('notFound');
      if (job.tables.includes('case_facts') && !mayReadCaseFacts(viewer)) throw new Refusal('notPermitted');
      const name = { orgId, sha256: file.blob };
      // After a backup is restored, the bytes of exports are missing.
      const size = await blobs.size(name);
      if (size === undefined) throw new Refusal('notFound');
      describeFile(c, job);
      const asked = findRequestedBytes(c, { etag: `"${file.sha256}"`, size });
      if (asked instanceof Response) return asked;
      setByteHeaders(c, asked);
      if (c.req.method === 'HEAD') return c.body(null, asked.status);
      return c.body(streamResponseBody(c, blobs.read(name, asked.part), deps), asked.status);
    },
  });

export function analysisExportRoutes(deps: ApiDeps, how: How): Route[] {
  const { logId } = deps.models;
  return [
    signedGet({
      path,
      ...described,
      summary: 'The person’s exports of the tables, the newest first.',
      answer: async ({ viewer }): Promise<ExportList> => ({
        items: (await listOwnExportJobs(deps, how, viewer)).map(job => itemOf(job, logId)),
        limits: exportLimits,
        zone: zoneOfViewer(deps.models, viewer),
        facts: mayReadCaseFacts(viewer),
      }),
    }),
    signedGet({
      path: `${path}/:id`,
      ...described,
      summary: 'One export: how far it is, and what it is cited by.',
      answer: async ({ viewer, param }) =>
        itemOf(await findOwnExportJob(deps, how, viewer, param('id')), logId),
    }),
    fileRoute(deps, how),
    commandRoute(deps, how.once, {
      ...described,
      method: 'post',
      path,
      summary:
        'Orders an export of the tables as of a moment. It is made in the background and kept for seven days.',
      body: defineBody(ordered, { format: 'ocel', from: '2026-01-01', to: '2026-04-01' }),
      to: () => null,
      rights: ['exports'],
      decide: createOrders(deps, how),
      answer: ({ state }) => itemOf(state, logId),
    }),
    commandRoute(deps, how.once, {
      ...described,
      method: 'delete',
      path: `${path}/:id`,
      summary: 'Stops an export, or deletes its file.',
      to: ({ viewer, param }) => findOwnExportJob(deps, how, viewer, param('id')),
      decide: async ({ target }) => {
        await how.jobs?.drop(target);
        return resultOf(target, false);
      },
      answer: () => null,
    }),
  ];
}
