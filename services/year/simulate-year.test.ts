/** The simulated year as a log: it is valid, deterministic, and contains everything that an analysis looks for. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  isMoveWithinDraft,
  type JudgedMove,
  judgeMove,
  type RulesSincePosition,
} from '#events/analysis/conform.ts';
import { actorsOfPersonInCase, emptyStaffSnapshot, evolveStaff } from '#events/analysis/staff.ts';
import { daysBetween } from '#events/case/calendar.ts';
import { type CaseRecord, type CaseState, evolveCase, initialCaseState } from '#events/case/case.ts';
import type { EventDefinition } from '#events/case/event-definition.ts';
import { isPatientViewer, systemViewer } from '#events/case/permissions.ts';
import { Status, statusCodes, statusesInPhase } from '#events/case/status.ts';
import { caseEvents, caseStreamPrefix, isCaseEventType } from '#events/case/stream.ts';
import { emptyDirectory, evolveDirectory } from '#events/person/directory.ts';
import { directoryStream } from '#events/person/events.ts';
import { releaseStream } from '#events/release/events.ts';
import { recordOf, streamKinds } from '#events/streams.ts';
import { upcaster } from '#events/upcasters.ts';
import { publicHolidays } from '../seed/desk.ts';
import { simulateYear, simulateYearEvents, type YearEvent } from './simulate-year.ts';
import { dayOfTime } from './work-calendar.ts';

const options = { cases: 60, seed: 5, end: '2026-11-27' };
const small = [...simulateYearEvents(options)];
/** Enough cases for events that happen to one case in a hundred. */
const large = [...simulateYearEvents({ ...options, cases: 500 })];

const ofCases = (events: readonly YearEvent[]) =>
  events.filter(({ stream }) => stream.startsWith(caseStreamPrefix));

const isServerOrPatient = (by: string) => by === systemViewer.id || isPatientViewer({ id: by });

/** A review of a plan or a target. */
const reviewed = z.object({ result: z.string(), reasons: z.optional(z.array(z.string())) });

const recordedWear = z.object({ start: z.string(), stage: z.int(), days: z.int() });
const reportedChange = z.object({ stage: z.int(), on: z.string() });

/** Cast: the simulation makes case events only. */
const recordOfCase = (event: YearEvent) => event as unknown as CaseRecord;

function fold(events: readonly YearEvent[]): { states: CaseState[]; visited: Set<Status> } {
  const states = new Map<string, CaseState>();
  const visited = new Set<Status>();
  for (const event of ofCases(events)) {
    const state = evolveCase(states.get(event.stream) ?? initialCaseState, recordOfCase(event));
    states.set(event.stream, state);
    visited.add(state.status);
  }
  return { states: [...states.values()], visited };
}

test('every event passes the schema of its type', () => {
  const definitions = new Map<string, EventDefinition>(
    Object.entries({ ...streamKinds.directory.events, ...streamKinds.release.events, ...caseEvents }),
  );
  const wrong = large.flatMap(({ type, data, personal }) => {
    const definition = definitions.get(type);
    const asked = [definition?.data.safeParse(data), definition?.personal?.safeParse(personal)];
    const issues = asked.flatMap(parsed => parsed?.error?.issues ?? []);
    return definition && issues.length === 0 ? [] : [{ type, issues }];
  });
  expect(wrong.slice(0, 3)).toEqual([]);
});

test('the real folds accept the year', () => {
  const { states } = fold(small);
  expect(states).toHaveLength(options.cases);
  expect(ofCases(small).every(({ type }) => isCaseEventType(type))).toBe(true);
});

test('people act only while they have an account', () => {
  let directory = emptyDirectory;
  const strangers = new Set<string>();
  for (const event of large) {
    if (event.stream === directoryStream)
      // Cast: the simulation makes directory events only.
      directory = evolveDirectory(directory, event as unknown as Parameters<typeof evolveDirectory>[1]);
    else if (directory.people.get(event.by)?.frozen !== false && !isServerOrPatient(event.by))
      strangers.add(`${event.type} ${event.by}`);
  }
  expect([...strangers]).toEqual([]);
});

test('events are in order of time, and revisions have no gap', () => {
  const last = new Map<string, number>();
  for (const [i, { at, stream, revision, position }] of small.entries()) {
    expect(position).toBe(BigInt(i + 1));
    expect(revision).toBe((last.get(stream) ?? -1) + 1);
    last.set(stream, revision);
    expect(at >= (small[i - 1]?.at ?? '')).toBe(true);
  }
  expect(dayOfTime(Date.parse(small.at(-1)?.at ?? '')) <= options.end).toBe(true);
});

test('a year visits every status and ends with open cases in every phase', () => {
  const { states, visited } = fold(large);
  // Few doctors leave the wizard within the lingual pages.
  const rare: readonly Status[] = [Status.SetupIncomplete, Status.BracketsNotChosen, Status.TorqueIncomplete];
  expect(statusCodes.filter(status => !visited.has(status) && !rare.includes(status))).toEqual([]);
  const open = new Set(states.filter(({ deleted }) => !deleted).map(({ status }) => status));
  for (const phase of ['draft', 'intake', 'design', 'production', 'treatment', 'ended'] as const)
    expect([phase, statusesInPhase(phase).some(status => open.has(status))]).toEqual([phase, true]);
});

test('a year has refusals, refinements, requests, lost parcels, withdrawals and deleted drafts', () => {
  const types = new Set(large.map(({ type }) => type));
  const wanted = [
    ...[
      'CaseDenied',
      'InfoRequested',
      'RequestCancelled',
      'ModelsRefused',
      'PlanRecalled',
      'ReturnedToDesign',
    ],
    ...['CaseSuspended', 'CaseContinued', 'CaseWithdrawn', 'DraftDeleted', 'BatchFailed', 'ShipmentLost'],
    ...['RefinementOpened', 'RefinementEnded', 'TrayOrdered', 'RetainerApplied', 'CaseArchived'],
    ...['ChangeRequested', 'RequestsMeasured', 'AlignerChanged', 'ScansRecorded', 'CaseReassigned'],
    ...['PersonFrozen', 'CasesHandedOver', 'CaseHandedOver'],
  ];
  expect(wanted.filter(type => !types.has(type))).toEqual([]);
});

test('most aligners are worn as long as planned, and some of them some days longer', () => {
  const days = new Map<string, number>();
  const begun = new Map<string, { stage: number; on: string }>();
  const late = large.flatMap(({ stream, type, data }) => {
    const recorded = type === 'WearRecorded' ? recordedWear.parse(data) : undefined;
    if (recorded) days.set(stream, recorded.days);
    const change = recorded ? { ...recorded, on: recorded.start } : reportedChange.safeParse(data).data;
    if (!change || (!recorded && type !== 'AlignerChanged')) return [];
    const before = begun.get(stream);
    begun.set(stream, change);
    if (recorded || !before) return [];
    const planned = (change.stage - before.stage) * (days.get(stream) ?? 0);
    return [daysBetween(before.on, change.on) - planned];
  });
  expect(late.length).toBeGreaterThan(800);
  const share = late.filter(more => more >= 2).length / late.length;
  expect([share > 0.03, share < 0.15]).toEqual([true, true]);
});

test('most refusals say why', () => {
  const refused = large.filter(({ data }) => reviewed.safeParse(data).data?.result === 'refused');
  const said = refused.filter(({ data }) => reviewed.safeParse(data).data?.reasons);
  expect(refused.length).toBeGreaterThan(100);
  expect(said.length / refused.length).toBeGreaterThan(0.85);
  expect(said.length).toBeLessThan(refused.length);
});

test('technicians work on working days only', () => {
  const closed = new Set(publicHolidays.filter(({ works }) => !works).map(({ day }) => day));
  const plans = large.filter(({ type, by }) => type === 'PlanSubmitted' && by.startsWith('p-technician'));
  expect(plans.length).toBeGreaterThan(300);
  expect(plans.filter(({ at }) => closed.has(dayOfTime(Date.parse(at))))).toEqual([]);
});

test('the same seed gives the same year, and another seed another one', () => {
  const appends = (seed: number) =>
    JSON.stringify([...simulateYear({ ...options, cases: 20, seed })], digits);
  expect(appends(7)).toBe(appends(7));
  expect(appends(7)).not.toBe(appends(8));
});

test('personal data is only in the part that is sealed', () => {
  const names = fold(small).states.flatMap(({ sections }) => sections.patient.name ?? []);
  expect(names.length).toBeGreaterThan(options.cases / 2);
  const open = JSON.stringify(
    small.map(({ personal: _, ...event }) => event),
    digits,
  );
  expect(names.filter(name => open.includes(name))).toEqual([]);
  expect(small.filter(({ personal, subject }) => personal !== undefined && subject === undefined)).toEqual(
    [],
  );
});

/** JSON has no bigint. */
const digits = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

test('the rules change once, and every move keeps those of its day', () => {
  const history: RulesSincePosition[] = [];
  const states = new Map<string, CaseState>();
  let staff = emptyStaffSnapshot;
  const moves: JudgedMove[] = [];
  for (const event of large) {
    const recorded = upcaster.upcast({ ...event, v: upcaster.versionOf(event.type) });
    staff = evolveStaff(staff, recorded);
    if (event.stream === releaseStream)
      history.push({ since: event.position, rules: recordOf('release', recorded).data.rules });
    if (!event.stream.startsWith(caseStreamPrefix)) continue;
    const before = states.get(event.stream);
    const state = evolveCase(before ?? initialCaseState, recordOfCase(event));
    states.set(event.stream, state);
    if (!before || before.status === state.status) continue;
    const { position, type, by, at } = event;
    const as = actorsOfPersonInCase(staff, { by, caseId: before.caseId, happenedAt: Date.parse(at) }, before);
    const move = { position, type, from: before.status, to: state.status, prior: before.prior, actedAs: as };
    if (!isMoveWithinDraft(move)) moves.push(move);
  }
  const verdicts = Map.groupBy(moves, move => judgeMove(move, history));
  expect(history).toHaveLength(2);
  expect([...verdicts.keys()].sort()).toEqual(['kept', 'noLonger']);
  expect(verdicts.get('kept')?.length).toBeGreaterThan(3000);
  expect(verdicts.get('noLonger')?.length).toBeGreaterThan(10);
});
