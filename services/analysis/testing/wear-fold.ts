/** Worn against agreed days as a plain fold over the events, one change after the other. */
import type { EventRow } from '#events/analysis/event-row.ts';
import { dayInZone, dayNumber } from '#events/case/calendar.ts';
import type { ReportParams } from '../reports/report.ts';
import { lateAfterDays, type WearDaysMonth } from '../reports/wear-days.ts';
import type { AnalysedRows } from './analysed-walk.ts';
import { chooseCases } from './folds.ts';

type Hold = { from: number; until: number };
type Record = { days: number; holds: Hold[]; longer: { stage: number; days: number }[]; changes: Change[] };
type Change = { stage: number; on: number };

/** The records of a case, each with its changes; its first one is the beginning. */
function recordsOf(events: readonly EventRow[]): Record[] {
  const records: Record[] = [];
  let isHeld = false;
  for (const { type, stage, facts: text } of events) {
    const facts: globalThis.Record<string, unknown> = JSON.parse(text);
    const record = records.at(-1);
    const day = (name: string) => dayNumber(String(facts[name]));
    const hold = record?.holds.at(-1);
    if (type === 'WearRecorded')
      records.push({
        ...{ days: Number(facts.days), holds: [], longer: [] },
        changes: [{ stage: stage ?? 0, on: day('start') }],
      });
    else if (type === 'AlignerChanged') record?.changes.push({ stage: stage ?? 0, on: day('on') });
    else if (type === 'WearExtended') record?.longer.push({ stage: stage ?? 0, days: Number(facts.days) });
    else if (type === 'WearHeld')
      record?.holds.push({ from: day('from'), until: facts.until ? day('until') : Infinity });
    else if (type === 'WearResumed' && hold && isHeld && day('on') >= hold.from)
      hold.until = Math.min(hold.until, day('on'));
    if (type === 'WearHeld' || type === 'WearResumed' || type === 'WearRecorded')
      isHeld = type === 'WearHeld';
  }
  return records;
}

type Worn = { caseId: string; month: string; planned: number; worn: number };

function wornIn({ days, holds, longer, changes }: Record): Pick<Worn, 'planned' | 'worn'>[] {
  return changes.flatMap((change, i) => {
    const before = changes[i - 1];
    if (!before || change.stage <= before.stage || change.on < before.on) return [];
    const more = longer.filter(({ stage }) => stage >= before.stage && stage < change.stage);
    const held = holds.map(({ from, until }) =>
      Math.max(0, Math.min(change.on, until) - Math.max(before.on, from)),
    );
    const sum = (all: readonly number[]) => all.reduce((total, n) => total + n, 0);
    return [
      {
        planned: days * (change.stage - before.stage) + sum(more.map(one => one.days)),
        worn: change.on - before.on - sum(held),
      },
    ];
  });
}

export function foldWearDays(rows: AnalysedRows, p: ReportParams): WearDaysMonth[] {
  const worn = [...chooseCases(rows, p)].flatMap(([caseId, { numbers }]): Worn[] => {
    const at = numbers.submittedAt ?? 0;
    if (at < p.from || at >= p.to) return [];
    const month = dayInZone(p.zone, at).slice(0, 7);
    const events = rows.events.filter(event => event.caseId === caseId);
    return recordsOf(events).flatMap(record => wornIn(record).map(one => ({ caseId, month, ...one })));
  });
  return [...Map.groupBy(worn, ({ month }) => month)].map(([month, all]) => ({
    month,
    cases: new Set(all.map(({ caseId }) => caseId)).size,
    changes: all.length,
    planned: all.reduce((sum, one) => sum + one.planned, 0),
    worn: all.reduce((sum, one) => sum + one.worn, 0),
    late: all.filter(one => one.worn >= one.planned + lateAfterDays).length,
  }));
}
