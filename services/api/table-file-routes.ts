/** The analysts' tables as files of Parquet, for notebooks: a list, each file in parts, and cases whose facts are gone. */
import { type FileHandle, open } from 'node:fs/promises';
import * as z from 'zod/mini';
import { analystPositions } from '#events/analysis/rights.ts';
import { caseIdOfEvent } from '#events/case/stream.ts';
import { Refusal } from '#events/errors.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { parseWirePosition, toWirePosition } from '#events/wire.ts';
import { storedTables } from '../analysis/stored-tables.ts';
import { columnMeaningsOf, isTableName, type TableName, tablesHash } from '../analysis/tables.ts';
import type { StoredTableFile } from '../analysis/whole-tables.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { isErrno } from '../files/disk.ts';
import type { ApiContext } from '../http/context.ts';
import { streamResponseBody } from '../http/stream-body.ts';
import type { Session } from '../people/session.ts';
import { findRequestedBytes, setByteHeaders } from './byte-answer.ts';
import type { ApiDeps } from './deps.ts';
import { hasErasureAfter, readErasures } from './erased-cases.ts';
import { parseKnownPosition, waitForHead, wirePositionSchema } from './event-query.ts';
import { signedGet } from './get-route.ts';
import { type Route, signedRoute } from './route.ts';
import type { ErasedCases } from './table-file-answers.ts';
import { waitForTables } from './tables-at.ts';
import { readableTablesOf } from './viewer-tables.ts';

type FileDeps = Pick<
  ApiDeps,
  'models' | 'analysisTables' | 'tableDownloads' | 'auditTrail' | 'sealedLog' | 'timers' | 'log'
>;

/** Maximum wait until the tables have caught up with the rows, in ms. */
const WAIT_MS = 2000;
const ETAG_LENGTH = 22;
const PARQUET = 'application/vnd.apache.parquet';
/** Readers of files fetch several parts at once. Tables are made one after another. */
const limits = { atOnce: 16, perPersonAtOnce: 4, perPerson: 64 };
/** Maximum number of erased cases in one answer. */
const ERASED_MOST = 1000;

const shared = { rule: analystPositions, tag: 'analysis', notebook: true } as const;

/**
 * Returns the table that a request names.
 * @throws Refusal notFound for an unknown table, and for the facts of cases if the right to them is withheld;
 * notPermitted for a table that the request's key does not open
 */
function tableFor(name: string, { viewer, notebookKey }: Session): TableName {
  if (!isTableName(name)) throw new Refusal('notFound');
  if (!readableTablesOf(viewer).includes(name)) throw new Refusal('notFound');
  if (notebookKey && !notebookKey.tables.includes(name)) throw new Refusal('notPermitted');
  return name;
}

const urlOf = (table: TableName, file: string) => `/api/analysis/tables/${table}/${file}`;

const listRoute = (deps: FileDeps): Route =>
  signedGet({
    ...shared,
    path: '/api/analysis/tables/:name',
    rights: ['exports'],
    summary: 'The files of a table: the whole table as of the answer’s position, and its segments.',
    answer: async ({ c, viewer, session, param }) => {
      const table = tableFor(param('name'), session);
      await waitForTables(deps, c.get('position'));
      await deps.analysisTables.reached(deps.models.position(), WAIT_MS);
      const { last, segments } = await deps.tableDownloads.list(viewer.orgId, table);
      const at = toWirePosition(deps.models.logId, last?.position ?? 0n);
      const { isKeyed, position: order } = storedTables[table];
      return {
        name: table,
        position: at,
        clock: last && new Date(last.clock).toISOString(),
        whole: urlOf(table, `${table}-${at}.parquet`),
        columns: columnMeaningsOf(table),
        segments: segments.map(({ file, rows, bytes, sha256, from, to }) => ({
          url: urlOf(table, file),
          ...{ rows, bytes, sha256, from, to },
        })),
        newestBy: isKeyed ? { key: 'case_id', order } : null,
        definition: tablesHash,
      };
    },
    position: ({ position: at }) => parseWirePosition(deps.models.logId, at) ?? 0n,
  });

/** `isMoving`: the name contains no position, so the file's rows change. */
type Asked = { file: StoredTableFile; isMoving: boolean };

/**
 * Returns the whole table now, or as of the position in the name.
 * @throws Refusal notFound, positionForeign, notCaughtUp
 */
async function wholeTable(
  { models, analysisTables, tableDownloads }: FileDeps,
  { orgId, table, wire }: { orgId: string; table: TableName; wire: string | undefined },
): Promise<StoredTableFile> {
  await analysisTables.reached(models.position(), WAIT_MS);
  const last = (await tableDownloads.list(orgId, table)).last?.position ?? 0n;
  const at = wire === undefined ? last : parseWirePosition(models.logId, wire);
  if (at === undefined || at > models.position()) throw new Refusal('positionForeign');
  if (at > last) throw new Refusal('notCaughtUp');
  return tableDownloads.file({ orgId, table, name: String(at) }, async () => {
    const now = await analysisTables.open(orgId);
    // The file of a position must always have the same rows, so it is not made while rows are missing.
    if (now.lacks().some(lacking => lacking.table === table)) throw new Refusal('notCaughtUp');
    return (now.last?.position ?? 0n) === at ? now : analysisTables.open(orgId, { position: at });
  });
}

/**
 * Segments may still hold the facts of a patient who was erased after their last commit.
 * @throws Refusal notCaughtUp
 */
async function checkErasures(deps: FileDeps, orgId: string, table: TableName): Promise<void> {
  if (table !== 'case_facts') return;
  const { last } = await deps.tableDownloads.list(orgId, table);
  if (await hasErasureAfter(deps, orgId, last?.position ?? START)) throw new Refusal('notCaughtUp');
}

/** @throws Refusal notFound for a name that no file of the table has, notCaughtUp */
async function fileNamed(deps: FileDeps, orgId: string, table: TableName, name: string): Promise<Asked> {
  await checkErasures(deps, orgId, table);
  const stem = name.endsWith('.parquet') ? name.slice(0, -'.parquet'.length) : '';
  if (stem === table)
    return { file: await wholeTable(deps, { orgId, table, wire: undefined }), isMoving: true };
  if (stem.startsWith(`${table}-`)) {
    const wire = stem.slice(table.length + 1);
    return { file: await wholeTable(deps, { orgId, table, wire }), isMoving: false };
  }
  const file = await deps.tableDownloads.segment(orgId, table, name);
  if (!file) throw new Refusal('notFound');
  return { file, isMoving: false };
}

/** Opens a file; undefined if it was removed meanwhile. */
async function opened({ path }: StoredTableFile): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Answers with a file, or the requested part of it; undefined if it was removed meanwhile. */
async function answerParquet(
  deps: FileDeps,
  c: ApiContext,
  { file, isMoving }: Asked,
): Promise<Response | undefined> {
  const etag = `"${file.sha256.slice(0, ETAG_LENGTH)}"`;
  // Caches must revalidate, because a person's right may end.
  c.header('Cache-Control', 'private, no-cache');
  const asked = findRequestedBytes(c, { etag, size: file.bytes, isMoving });
  if (asked instanceof Response) return asked;
  const handle = c.req.method === 'HEAD' ? null : await opened(file);
  if (handle === undefined) return undefined;
  c.header('Content-Type', PARQUET);
  setByteHeaders(c, asked);
  const { part, status } = asked;
  if (handle === null) return c.body(null, status);
  return c.body(
    streamResponseBody(c, handle.createReadStream({ start: part.from, end: part.to }), deps),
    status,
  );
}

function fileRoute(deps: FileDeps): Route {
  const finding = createFairSemaphore(limits);
  return signedRoute({
    ...shared,
    method: 'get',
    media: PARQUET,
    path: '/api/analysis/tables/:name/:file',
    rights: ['exports'],
    summary:
      'A file of a table: `<table>.parquet` is the whole table now, `<table>-<position>.parquet` as of then, other names are segments. With HEAD, ETag and Range.',
    handle: async ({ c, viewer, session, param }) => {
      const table = tableFor(param('name'), session);
      await waitForTables(deps, c.get('position'));
      const { signal } = c.req.raw;
      const ask = () =>
        finding.run(viewer.id, () => fileNamed(deps, viewer.orgId, table, param('file')), signal);
      const asked = await ask();
      await deps.auditTrail.tableRead(viewer, table);
      const answer = await answerParquet(deps, c, asked);
      if (answer) return answer;
      deps.tableDownloads.forget(asked.file);
      const again = await answerParquet(deps, c, await ask());
      if (!again) throw new Refusal('notCaughtUp');
      return again;
    },
  });
}

const erasedQuery = z.strictObject({ after: z.optional(wirePositionSchema) });

const erasedRoute = (deps: FileDeps): Route =>
  signedGet({
    ...shared,
    path: '/api/analysis/erased',
    summary: 'Cases whose facts have gone since a position: who keeps copies removes theirs.',
    query: erasedQuery,
    answer: async ({ viewer, query }): Promise<ErasedCases> => {
      const { models } = deps;
      const head = await waitForHead(deps);
      const after = await parseKnownPosition(deps, query().after, head);
      const wire = (at: LogPosition) => toWirePosition(models.logId, at);
      const items: ErasedCases['items'][number][] = [];
      for await (const event of readErasures(deps, viewer.orgId, { after, head })) {
        if (items.length === ERASED_MOST) return { items, more: true, position: wire(head) };
        items.push({ caseId: caseIdOfEvent(event), position: wire(event.position), at: event.at });
      }
      return { items, more: false, position: wire(head) };
    },
  });

export const tableFileRoutes = (deps: FileDeps): Route[] => [
  listRoute(deps),
  fileRoute(deps),
  erasedRoute(deps),
];
