/** The reports as plain folds over rows, without an engine: what their SQL has to answer, to the last cell. */

import type { Stay } from '#events/analysis/stay.ts';
import type { CaseTrail } from '#events/analysis/trail.ts';
import { dayInZone } from '#events/case/calendar.ts';
import type { CohortCell } from '../reports/cohorts.ts';
import type { CycleTime } from '../reports/cycle-times.ts';
import type { FirstPlansMonth } from '../reports/first-plans.ts';
import { type FunnelItem, funnelSteps } from '../reports/funnel.ts';
import type { ProcessMapEdge } from '../reports/process-map.ts';
import type { QueueDay } from '../reports/queues.ts';
import type { ReportParams, SplitName } from '../reports/report.ts';
import type { VariantRow } from '../reports/variants.ts';
import { type AnalysedRows, fakeDeskTimeOf, pseudonymInTests } from './analysed-walk.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;

type Chosen = Map<string, CaseTrail>;

export function chooseCases({ trails, facts, stays }: AnalysedRows, p: ReportParams): Chosen {
  const isTheirs = (caseId: string) =>
    p.person === null ||
    stays.some(
      stay =>
        stay.caseId === caseId && stay.assigneeId !== null && pseudonymInTests(stay.assigneeId) === p.person,
    );
  return new Map(
    [...trails].filter(([caseId, { numbers, facts: f }]) => {
      const { method = null, productType = null } = facts.get(caseId) ?? {};
      return (
        numbers.way.length > 0 &&
        !f.deleted &&
        !numbers.withdrawn &&
        (p.method === null || method === p.method) &&
        (p.productType === null || productType === p.productType) &&
        (p.org === null || f.orgId === p.org) &&
        isTheirs(caseId)
      );
    }),
  );
}

export const isInRange = (ms: number | null, { from, to }: ReportParams): ms is number =>
  ms !== null && ms >= from && ms < to;
const lengthOf = (stay: Stay, now: number) => Math.floor(((stay.leftAt ?? now) - stay.enteredAt) / 1000);

/** Statuses of a draft, written down apart from the reports' own list. */
const isDraft = ({ status }: Stay) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22].includes(status);

/** The smallest value that at least a share of the values do not exceed; null without values. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.at(Math.max(0, Math.ceil(sorted.length * share) - 1)) ?? null;
}

export function groupItems<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export const localDayOf = (ms: number, zone: string) => dayInZone(zone, ms);
const localMonth = (ms: number, zone: string) => localDayOf(ms, zone).slice(0, 7);

export function splitValueOf(
  stay: Stay,
  by: SplitName | null,
  rows: AnalysedRows,
  zone: string,
): string | null {
  const text = (value: number | string | null | undefined) =>
    value === null || value === undefined ? null : String(value);
  const facts = rows.facts.get(stay.caseId);
  const trail = rows.trails.get(stay.caseId);
  switch (by) {
    case null:
      return null;
    case 'month':
      return localMonth(stay.enteredAt, zone);
    case 'technician':
      return stay.assigneeId === null ? null : pseudonymInTests(stay.assigneeId);
    case 'doctor':
      return pseudonymInTests(trail?.facts.ownerId ?? '');
    case 'org':
      return text(trail?.facts.orgId);
    case 'method':
      return text(facts?.method);
    case 'productType':
      return text(facts?.productType);
    default:
      throw new Error(`stays are not split by ${by}`);
  }
}

type Ended = {
  length: number;
  /** Stays that the curve rests on. */
  bearing: number;
};

/** Kaplan-Meier, one length after the other. */
function endedBy(stays: readonly Stay[], now: number, share: number): Ended | null {
  const lengths = [...new Set(stays.map(stay => lengthOf(stay, now)))].sort((a, b) => a - b);
  let staying = 1;
  for (const length of lengths) {
    const atRisk = stays.filter(stay => lengthOf(stay, now) >= length).length;
    // Written down apart from the report's own number: the curve ends where it rests on fewer than eight stays.
    if (atRisk < 8 * staying - 1e-9) return null;
    const bearing = atRisk / staying;
    const ended = stays.filter(stay => stay.afterStatus !== null && lengthOf(stay, now) === length).length;
    staying *= 1 - ended / atRisk;
    if (staying <= 1 - share + 1e-9) return { length, bearing };
  }
  return null;
}

/** A quantile with its interval (Woodruff, 1952). */
function quantileWithRange(stays: readonly Stay[], now: number, share: number) {
  const at = endedBy(stays, now, share);
  const margin = at && 1.645 * Math.sqrt((share * (1 - share)) / at.bearing);
  const endOf = (side: number) =>
    margin === null ? null : (endedBy(stays, now, share + side * margin)?.length ?? null);
  return { at: at?.length ?? null, range: [endOf(-1), endOf(1)] as const };
}

export function foldCycleTimes(rows: AnalysedRows, p: ReportParams, by: SplitName | null): CycleTime[] {
  const chosen = chooseCases(rows, p);
  const stays = rows.stays.filter(
    stay => chosen.has(stay.caseId) && !isDraft(stay) && isInRange(stay.enteredAt, p),
  );
  const keyOf = (stay: Stay) => JSON.stringify([stay.status, splitValueOf(stay, by, rows, p.zone)]);
  return [...groupItems(stays, keyOf)].map(([key, group]) => {
    const [status, split] = JSON.parse(key) as [number, string | null];
    const ended = group.filter(stay => stay.afterStatus !== null);
    const seconds = (of: 'workedS' | 'waitedS') =>
      quantile(
        ended.flatMap(stay => fakeDeskTimeOf(stay)[of] ?? []),
        0.5,
      );
    const [p50, p85, p95] = [0.5, 0.85, 0.95].map(share => quantileWithRange(group, p.now, share));
    if (!p50 || !p85 || !p95) throw new Error('three shares have three quantiles');
    return {
      ...{ status, group: split, cases: new Set(group.map(stay => stay.caseId)).size },
      ...{ stays: group.length, open: group.length - ended.length },
      ...{ p50S: p50.at, p85S: p85.at, p95S: p95.at },
      ...{ p50RangeS: p50.range, p85RangeS: p85.range, p95RangeS: p95.range },
      workedS: seconds('workedS'),
      waitedS: seconds('waitedS'),
    };
  });
}

export function foldProcessMap(rows: AnalysedRows, p: ReportParams): ProcessMapEdge[] {
  const chosen = chooseCases(rows, p);
  const ended = rows.stays.filter(
    stay =>
      chosen.has(stay.caseId) && !isDraft(stay) && stay.afterStatus !== null && isInRange(stay.leftAt, p),
  );
  const keyed = [
    ...groupItems(ended, stay => JSON.stringify([stay.status, null])),
    ...groupItems(ended, stay => JSON.stringify([stay.status, stay.afterStatus])),
  ];
  return keyed.map(([key, group]) => {
    const [status, to] = JSON.parse(key) as [number, number | null];
    const lengths = group.map(stay => lengthOf(stay, p.now));
    const desk = group.map(stay => {
      const { workedS, waitedS } = fakeDeskTimeOf(stay);
      return (workedS ?? 0) + (waitedS ?? 0);
    });
    return {
      ...{ status, to, cases: new Set(group.map(stay => stay.caseId)).size, stays: group.length },
      ...{
        medianS: quantile(lengths, 0.5) ?? 0,
        p85S: quantile(lengths, 0.85) ?? 0,
        deskS: quantile(desk, 0.5),
      },
    };
  });
}

export function foldVariants(rows: AnalysedRows, p: ReportParams): VariantRow[] {
  const cases = [...chooseCases(rows, p).values()].filter(({ numbers }) => isInRange(numbers.submittedAt, p));
  return [...groupItems(cases, ({ numbers }) => numbers.way.join('>'))].map(([way, group]) => {
    const lasted = group.flatMap(({ numbers: { completedAt, submittedAt } }) =>
      completedAt === null || submittedAt === null ? [] : [Math.floor((completedAt - submittedAt) / 1000)],
    );
    return { way, cases: group.length, completed: lasted.length, medianS: quantile(lasted, 0.5) };
  });
}

/** Statuses that show each step, written down apart from the report's own table. */
const shows: Record<(typeof funnelSteps)[number], readonly number[]> = {
  submitted: [10],
  accepted: [12, 27],
  designed: [14],
  presented: [15],
  approved: [16],
  shipped: [23],
  received: [25, 30],
  completed: [24],
};

export function foldFunnel(rows: AnalysedRows, p: ReportParams): FunnelItem[] {
  const cases = [...chooseCases(rows, p)].filter(([, { numbers }]) => isInRange(numbers.submittedAt, p));
  return funnelSteps.map(step => {
    const after = cases.flatMap(([caseId, { numbers }]) => {
      const came = rows.stays
        .filter(stay => stay.caseId === caseId && shows[step].includes(stay.status))
        .map(stay => stay.enteredAt)
        .filter(at => at >= (numbers.submittedAt ?? 0));
      return came.length === 0 ? [] : [Math.floor((Math.min(...came) - (numbers.submittedAt ?? 0)) / 1000)];
    });
    return { step, cases: after.length, medianS: quantile(after, 0.5) };
  });
}

export function foldQueues(rows: AnalysedRows, p: ReportParams): QueueDay[] {
  const chosen = chooseCases(rows, p);
  const stays = rows.stays.filter(stay => chosen.has(stay.caseId) && !isDraft(stay));
  const [first, last] = [localDayOf(p.from, p.zone), localDayOf(p.to - 1, p.zone)];
  const days: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += DAY)
    days.push(new Date(ms).toISOString().slice(0, 10));
  const dayOf = (ms: number) => localDayOf(ms, p.zone);
  return days.flatMap(day =>
    [...groupItems(stays, stay => String(stay.status))].map(([status, group]) => ({
      day,
      status: Number(status),
      standing: group.filter(
        stay => dayOf(stay.enteredAt) <= day && (stay.leftAt === null || dayOf(stay.leftAt) > day),
      ).length,
      came: group.filter(stay => dayOf(stay.enteredAt) === day).length,
      left: group.filter(stay => stay.leftAt !== null && dayOf(stay.leftAt) === day).length,
    })),
  );
}

export function foldCohorts(rows: AnalysedRows, p: ReportParams): CohortCell[] {
  const refinedAt = new Map<string, number>();
  for (const { type, caseId, clock } of rows.events)
    if (type === 'RefinementOpened' && !refinedAt.has(caseId)) refinedAt.set(caseId, clock);
  const cases = [...chooseCases(rows, p)]
    .map(([caseId, { numbers }]) => ({
      submittedAt: numbers.submittedAt ?? 0,
      approved: numbers.approvedAt,
      shipped: numbers.shippedAt,
      completed: numbers.completedAt,
      refined: refinedAt.get(caseId) ?? null,
    }))
    .filter(({ submittedAt }) => isInRange(submittedAt, p));
  const months = groupItems(cases, ({ submittedAt }) => localMonth(submittedAt, p.zone));
  return [...months].flatMap(([month, group]) =>
    (['approved', 'shipped', 'completed', 'refined'] as const).flatMap(step =>
      [1, 2, 3, 4, 6, 8, 13, 26, 52].flatMap(week => {
        const old = group.filter(({ submittedAt }) => submittedAt + week * WEEK <= p.now);
        const reached = old.filter(one => (one[step] ?? Infinity) - one.submittedAt <= week * WEEK);
        const cell = { month, step, week, cases: old.length, reached: reached.length };
        return old.length === 0 ? [] : [cell];
      }),
    ),
  );
}

export function foldFirstPlans(rows: AnalysedRows, p: ReportParams): FirstPlansMonth[] {
  const judged = [...chooseCases(rows, p).values()]
    .map(({ numbers }) => numbers)
    .filter(({ submittedAt, firstPlanAccepted }) => firstPlanAccepted !== null && isInRange(submittedAt, p));
  const months = groupItems(judged, ({ submittedAt }) => localMonth(submittedAt ?? 0, p.zone));
  return [...months].map(([month, group]) => {
    const refused = group.filter(one => !one.firstPlanAccepted && one.approvedAt !== null);
    return {
      ...{ month, cases: group.length, accepted: group.filter(one => one.firstPlanAccepted).length },
      second: refused.filter(({ rounds }) => rounds === 2).length,
      later: refused.filter(({ rounds }) => rounds > 2).length,
    };
  });
}
