/**
 * Records acts that change nothing: downloads, exports, reads of the audit. Each record is durable before its answer
 * begins. It counts as a change in the rate limit, so that endless requests cannot fill the log.
 */
import type { AuditEvent, AuditFilter, AuditFormat, CaseDocumentKind } from '#events/audit/events.ts';
import { auditStreamOf } from '#events/audit/events.ts';
import type { Viewer } from '#events/person/position.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import { eventIdOf } from '../command/command-ids.ts';
import type { TakeRateToken } from '../concurrency/rate-limit.ts';
import type { EventStore } from '../eventstore/port.ts';

/**
 * Repeated reads with the same filter within this time are one entry, so that scrolling does not add a hundred
 * entries.
 */
export const repeatedReadWindowMs = 15 * 60_000;
/** Maximum number of reads that are remembered. A forgotten read is recorded again. */
const LOOKS_MOST = 5000;

type DataOf<T extends AuditEvent['type']> = Extract<AuditEvent, { type: T }>['data'];

export type AuditTrail = {
  /** @throws Refusal tooMany, or an error if the log is unavailable; then nothing may be served */
  downloaded(viewer: Viewer, caseId: string, what: CaseDocumentKind): Promise<void>;
  /** Events were read as NDJSON; repeated reads of the same cases are one entry. */
  eventsRead(viewer: Viewer, caseId: string | null): Promise<void>;
  /** The tables were asked in SQL. The text is sealed with the person's key. */
  asked(viewer: Viewer, asked: Extract<AuditEvent, { type: 'QuestionAsked' }>): Promise<void>;
  /** The cases behind a figure of a report were listed. */
  figureOpened(viewer: Viewer, opened: DataOf<'FigureOpened'>): Promise<void>;
  /** Rows of a table were read as files; repeated reads of the table are one entry. */
  tableRead(viewer: Viewer, table: string): Promise<void>;
  /** An export of the tables was ordered. Repetitions of the command add no second entry, on any node. */
  tablesExported(viewer: Viewer, data: DataOf<'TablesExported'>, commandId: string): Promise<void>;
  /** A comparison with another version was ordered. Repetitions of the command add no second entry. */
  versionsCompared(viewer: Viewer, data: DataOf<'VersionsCompared'>, commandId: string): Promise<void>;
  looked(viewer: Viewer, filter: AuditFilter): Promise<void>;
  exported(
    viewer: Viewer,
    exported: { filter: AuditFilter; format: AuditFormat; count: number },
  ): Promise<void>;
};

/** Replaces a recorded text that is not an id. */
const NO_ID = '?';
const idFormat = /^[\w.-]{1,64}$/;
const caseIdFormat = /^[A-Z0-9]{1,16}$/;
const ifId = (text: string, format = idFormat) => (format.test(text) ? text : NO_ID);

/** Converts a filter to the form that is recorded. Trap: an address may contain a person's name instead of an id. */
const recordedFilter = ({ personId, caseId, orgId, ...more }: AuditFilter): AuditFilter => ({
  ...more,
  ...(personId !== undefined && { personId: ifId(personId) }),
  ...(caseId !== undefined && { caseId: ifId(caseId, caseIdFormat) }),
  ...(orgId !== undefined && { orgId: ifId(orgId) }),
});

type TrailDeps = { store: Pick<EventStore, 'append'>; clock: Clock; ids: Ids; acts: TakeRateToken };

export function createAuditTrail({ store, clock, ids, acts }: TrailDeps): AuditTrail {
  /** Time of each recorded read, by its key, oldest first. */
  const looks = new Map<string, number>();

  const record = async ({ id: by }: Viewer, event: AuditEvent & { subject?: string }, id = ids.uuid()) => {
    acts(by);
    const stamp = { id, at: isoNow(clock), by };
    await store.append(auditStreamOf(by), 'any', [{ ...event, ...stamp }]);
  };
  const recordOnce = async (viewer: Viewer, event: AuditEvent) => {
    const key = JSON.stringify([viewer.id, event.type, event.data]);
    const now = clock.now();
    const at = looks.get(key);
    if (at !== undefined && Math.abs(now - at) < repeatedReadWindowMs) return;
    await record(viewer, event);
    looks.delete(key);
    looks.set(key, now);
    const [oldest] = looks.keys();
    if (looks.size > LOOKS_MOST && oldest !== undefined) looks.delete(oldest);
  };
  return {
    downloaded: (viewer, caseId, what) =>
      record(viewer, { type: 'RecordDownloaded', data: { caseId, what } }),
    eventsRead: (viewer, caseId) =>
      recordOnce(viewer, {
        type: 'EventsExported',
        data: { caseId: caseId === null ? null : ifId(caseId, caseIdFormat) },
      }),
    asked: (viewer, event) => record(viewer, { ...event, subject: viewer.id }),
    figureOpened: (viewer, data) => recordOnce(viewer, { type: 'FigureOpened', data }),
    tableRead: (viewer, table) => recordOnce(viewer, { type: 'TableDownloaded', data: { table } }),
    tablesExported: (viewer, data, commandId) =>
      record(viewer, { type: 'TablesExported', data }, eventIdOf(commandId, 0)),
    versionsCompared: (viewer, data, commandId) =>
      record(viewer, { type: 'VersionsCompared', data }, eventIdOf(commandId, 0)),
    looked: (viewer, filter) =>
      recordOnce(viewer, { type: 'AuditRead', data: { filter: recordedFilter(filter) } }),
    exported: (viewer, data) =>
      record(viewer, { type: 'AuditExported', data: { ...data, filter: recordedFilter(data.filter) } }),
  };
}
