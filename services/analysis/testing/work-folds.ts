/** The reports of technicians' work as plain folds. */
import type { Stay } from '#events/analysis/stay.ts';
import { Status } from '#events/case/status.ts';
import type { ReportParams } from '../reports/report.ts';
import type { WorkHour } from '../reports/work-hours.ts';
import type { WorkWeek } from '../reports/work-weeks.ts';
import type { WorkloadRow } from '../reports/workload.ts';
import { type AnalysedRows, pseudonymInTests } from './analysed-walk.ts';
import { chooseCases, groupItems, isInRange, localDayOf } from './folds.ts';

const DAY = 86_400_000;

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Written down apart from the report's own list. */
const withTechnician: readonly number[] = [
  Status.PlanUnderDesign,
  Status.DoctorRejected,
  Status.ExpertRejected,
];

const isWith = (id: string | null, p: ReportParams): id is string =>
  id !== null && (p.person === null || pseudonymInTests(id) === p.person);

const technicianStays = (rows: AnalysedRows, p: ReportParams, chosen: ReadonlyMap<string, unknown>) =>
  rows.stays.filter(
    stay => chosen.has(stay.caseId) && withTechnician.includes(stay.status) && isWith(stay.assigneeId, p),
  );

/** To whom cases were given while they were with a technician. */
function handOvers(rows: AnalysedRows, p: ReportParams, chosen: ReadonlyMap<string, unknown>): string[] {
  const clocks = new Map(rows.events.map(({ position, clock }) => [position, clock]));
  return rows.stays
    .filter(stay => chosen.has(stay.caseId) && withTechnician.includes(stay.status))
    .flatMap(({ handed }) => handed)
    .filter(({ position, assigneeId }) => isInRange(clocks.get(position) ?? null, p) && isWith(assigneeId, p))
    .map(({ assigneeId }) => assigneeId);
}

export function foldWorkload(rows: AnalysedRows, p: ReportParams): WorkloadRow[] {
  const chosen = chooseCases(rows, p);
  const stays = technicianStays(rows, p, chosen);
  const handed = handOvers(rows, p, chosen);
  const end = Math.min(p.to, p.now);
  const within = (stay: Stay) =>
    Math.max(0, Math.min(stay.leftAt ?? p.now, end) - Math.max(stay.enteredAt, p.from));
  const groups: [string | null, Stay[]][] = [
    [null, stays],
    ...groupItems(stays, stay => stay.assigneeId ?? ''),
  ];
  return groups.flatMap(([person, group]) => {
    const held = group.filter(stay => within(stay) > 0);
    if (held.length === 0) return [];
    const left = group.filter(stay => isInRange(stay.leftAt, p));
    const came = group.filter(stay => isInRange(stay.enteredAt, p)).length;
    const spent = left.reduce((sum, stay) => sum + (stay.leftAt ?? 0) - stay.enteredAt, 0);
    return {
      ...{ person: person && pseudonymInTests(person), cases: new Set(held.map(stay => stay.caseId)).size },
      ...{ came, left: left.length },
      takenOver: handed.filter(id => person === null || id === person).length,
      open: group.filter(stay => stay.enteredAt < p.to && (stay.leftAt === null || stay.leftAt >= p.to))
        .length,
      meanOpen: rounded(group.reduce((sum, stay) => sum + within(stay), 0) / (end - p.from)),
      perDay: rounded((came * DAY) / (end - p.from)),
      meanDays: left.length === 0 ? null : rounded(spent / left.length / DAY),
    };
  });
}

/** Weekday (Monday is 1) and hour of a moment, by the calendar of the platform rather than of the engine. */
function hourIn(zone: string, ms: number): { weekday: number; hour: number } {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  const day = new Date(localDayOf(ms, zone)).getUTCDay();
  return { weekday: day === 0 ? 7 : day, hour: Number(parts.format(ms)) };
}

export function foldWorkHours(rows: AnalysedRows, p: ReportParams): WorkHour[] {
  const turns = technicianStays(rows, p, chooseCases(rows, p)).flatMap(stay => [
    { caseId: stay.caseId, at: stay.enteredAt, came: true },
    ...(stay.leftAt === null ? [] : [{ caseId: stay.caseId, at: stay.leftAt, came: false }]),
  ]);
  const inRange = turns.filter(({ at }) => isInRange(at, p));
  return [...groupItems(inRange, ({ at }) => JSON.stringify(hourIn(p.zone, at)))].map(([key, group]) => ({
    ...(JSON.parse(key) as { weekday: number; hour: number }),
    cases: new Set(group.map(({ caseId }) => caseId)).size,
    came: group.filter(({ came }) => came).length,
    left: group.filter(({ came }) => !came).length,
  }));
}

const mondayOf = (ms: number, zone: string): string => {
  const { weekday } = hourIn(zone, ms);
  return new Date(Date.parse(localDayOf(ms, zone)) - (weekday - 1) * DAY).toISOString().slice(0, 10);
};

export function foldWorkWeeks(rows: AnalysedRows, p: ReportParams): WorkWeek[] {
  const stays = technicianStays(rows, p, chooseCases(rows, p)).map(({ caseId, enteredAt, leftAt }) => ({
    caseId,
    came: mondayOf(enteredAt, p.zone),
    left: leftAt === null ? null : mondayOf(leftAt, p.zone),
  }));
  const last = mondayOf(Math.min(p.to - 1, p.now), p.zone);
  const weeks: string[] = [];
  for (let at = Date.parse(mondayOf(p.from, p.zone)); at <= Date.parse(last); at += 7 * DAY)
    weeks.push(new Date(at).toISOString().slice(0, 10));
  return weeks.flatMap(week => {
    const held = stays.filter(({ came, left }) => came <= week && (left === null || left >= week));
    const one = {
      ...{ week, cases: new Set(held.map(({ caseId }) => caseId)).size },
      came: held.filter(({ came }) => came === week).length,
      left: held.filter(({ left }) => left === week).length,
      open: held.filter(({ left }) => left === null || left > week).length,
    };
    return held.length === 0 ? [] : [one];
  });
}
