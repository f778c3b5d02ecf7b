/**
 * The golden answers of this folder: `golden/events.ndjson` has records as they are in Kafka, without their sealed parts, and
 * `golden/{stays,cases}.ndjson` what the product's own fold makes of them. `npx node infra/analysis/golden.ts --write` writes the
 * answers again, `--events` the events too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyStaffSnapshot } from '#events/analysis/staff.ts';
import type { Stay } from '#events/analysis/stay.ts';
import type { CaseFoldState } from '#events/analysis/table-fold.ts';
import { type EventWithStaff, foldEvent } from '#events/analysis/table-fold.ts';
import { caseIdOfEvent, caseStreamOf, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { addClockTimes } from '#services/analysis/testing/analysed-walk.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';

const pathOf = (name: string) => join(import.meta.dirname, 'golden', `${name}.ndjson`);
const readLines = (name: string): unknown[] =>
  readFileSync(pathOf(name), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

export type GoldenRow = Record<string, string | number | boolean | null>;

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const stayRow = (s: Stay): GoldenRow => ({
  case_id: s.caseId,
  nth: s.nth,
  status: s.status,
  entered_at: timeOf(s.enteredAt),
  left_at: timeOf(s.leftAt),
  entered_pos: Number(s.enteredPos),
  left_pos: s.leftPos === null ? null : Number(s.leftPos),
  entered_by: s.enteredBy,
  left_by: s.leftBy,
  by_event: s.byEvent,
  after_status: s.afterStatus,
  assignee: s.handed.at(-1)?.assigneeId ?? s.assigneeId,
});

function caseRow(caseId: string, { trail }: CaseFoldState): GoldenRow {
  const { facts, numbers: n } = trail;
  return {
    case_id: caseId,
    owner: facts.ownerId,
    org_id: facts.orgId,
    served_by: facts.servedBy,
    parent_id: trail.parentId,
    created_at: timeOf(n.createdAt),
    submitted_at: timeOf(n.submittedAt),
    approved_at: timeOf(n.approvedAt),
    shipped_at: timeOf(n.shippedAt),
    completed_at: timeOf(n.completedAt),
    status: facts.status,
    rounds: n.rounds,
    plans: n.plans,
    refusals: n.refusals,
    requests: n.requests,
    batches: n.batches,
    shipments: n.shipments,
    trays: n.trays,
    holds: n.holds,
    first_plan_accepted: n.firstPlanAccepted,
    outcome: n.outcome,
    deleted: facts.deleted,
    withdrawn: n.withdrawn,
    archived: facts.archived,
    erased: facts.erased === true,
    position: Number(trail.position),
    way: n.way.join('>'),
  };
}

/** A record's value in Kafka (services/relay/kafka-record.ts). */
export type GoldenEvent = {
  id: string;
  stream: string;
  revision: number;
  position: string;
  type: string;
  at: string;
  by: string;
  data: object;
};

export const readGoldenEvents = (): GoldenEvent[] => readLines('events') as GoldenEvent[];
/** Readers of the stored rows that the analysts' tables must have. */
export const goldenTableReaders = {
  stays: () => readLines('stays') as GoldenRow[],
  cases: () => readLines('cases') as GoldenRow[],
};

/** Folds the records as the analysts' tables do. */
export function foldGoldenEvents(records: readonly GoldenEvent[]): {
  stays: GoldenRow[];
  cases: GoldenRow[];
} {
  // Cast: the file holds events as the log recorded them.
  const events = records.map(
    record => ({ ...record, position: BigInt(record.position) }) as unknown as Recorded,
  );
  const entries = new Map<string, CaseFoldState>();
  const stays: GoldenRow[] = [];
  const rootOf = (id: string) => entries.get(id)?.trail.rootId ?? id;
  for (const { event, at: happenedAt, clock: ms } of addClockTimes(events)) {
    const { type, data } = recordOf('case', event);
    const payload = { type, data } as Pick<EventWithStaff, 'type' | 'data'>;
    const { position, revision, by } = event;
    const caseId = caseIdOfEvent(event);
    const folded = {
      ...payload,
      caseId,
      position,
      revision,
      by,
      happenedAt,
      staff: emptyStaffSnapshot,
      clock: ms,
    };
    const step = foldEvent(entries.get(caseId), folded, { rootOf, openMs: () => 0 });
    if (!step) continue;
    entries.set(caseId, step.entry);
    if (step.rows.stay) stays.push(stayRow(step.rows.stay));
  }
  for (const { trail } of entries.values()) if (trail.open) stays.push(stayRow(trail.open));
  const cases = [...entries].map(([caseId, entry]) => caseRow(caseId, entry));
  return { stays: sortGoldenRows(stays), cases: sortGoldenRows(cases) };
}

/** Returns the rows in the order of case and number. */
export const sortGoldenRows = (rows: readonly GoldenRow[]): GoldenRow[] =>
  rows.toSorted((a, b) =>
    a.case_id === b.case_id ? Number(a.nth) - Number(b.nth) : String(a.case_id) < String(b.case_id) ? -1 : 1,
  );

/** A walk over 14 cases, of which one patient is erased. */
async function makeEvents(): Promise<GoldenEvent[]> {
  const log = createMemoryStore({ id: 'golden' });
  const walk = createWalk({ seed: 11, log, cases: 14 });
  await walk.setUp();
  for (let i = 0; i < 420; i++) await walk.step();
  const [caseId = '', state] = [...walk.states].find(([, { assigneeId }]) => assigneeId !== null) ?? [];
  const erasing = {
    id: 'golden-erasing',
    type: 'PatientErased',
    data: { patient: caseId },
    at: walk.now(),
    by: 'system',
  };
  await log.append(caseStreamOf(caseId), BigInt(state?.revision ?? -1), [{ ...erasing, subject: caseId }]);
  const events = await Array.fromAsync(log.readAll({ filter: { streamPrefix: caseStreamPrefix } }));
  return events.map(({ id, stream, revision, position, type, at, by, data }) => ({
    ...{ id, stream, revision, position: String(position), type, at, by },
    data: data as object,
  }));
}

const write = (name: string, rows: readonly object[]) =>
  writeFileSync(pathOf(name), rows.map(row => `${JSON.stringify(row)}\n`).join(''));

if (import.meta.main) {
  if (process.argv.includes('--events')) write('events', await makeEvents());
  const { stays, cases } = foldGoldenEvents(readGoldenEvents());
  if (process.argv.includes('--write')) {
    write('stays', stays);
    write('cases', cases);
  } else console.log(`${stays.length} stays of ${cases.length} cases; --write writes them`);
}
