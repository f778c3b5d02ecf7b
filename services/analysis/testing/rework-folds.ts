/** The reports on rework as plain folds: each case's events, one after the other. */
import type { Stay } from '#events/analysis/stay.ts';
import { loggedChangeRequestsOf } from '#events/testing/asked-changes.ts';
import { type Rework, type ReworkEvent, reworkOf } from '#events/testing/rework.ts';
import type { AskedChange } from '../reports/asked-changes.ts';
import type { ReportParams, SplitName } from '../reports/report.ts';
import type { ReworkItem } from '../reports/rework.ts';
import type { ReworkTotal } from '../reports/rework-totals.ts';
import { type AnalysedRows, pseudonymInTests } from './analysed-walk.ts';
import { chooseCases, groupItems, isInRange, quantile, splitValueOf } from './folds.ts';

/** The stay in which an event happened: the one that it ended, if it ended one. */
const stayDuring = (
  rows: AnalysedRows,
  { caseId, position }: Pick<ReworkEvent, 'caseId' | 'position'>,
): Stay | undefined =>
  rows.stays.find(
    stay =>
      stay.caseId === caseId &&
      stay.enteredPos < position &&
      (stay.leftPos === null || stay.leftPos >= position),
  );

type Act = Pick<Rework, 'type' | 'by' | 'position' | 'version'>;

function reworkGroup(caseId: string, one: Act, by: SplitName | null, rows: AnalysedRows): string | null {
  if (by === 'version') return one.version === null ? null : String(one.version);
  if (by === 'preset') return rows.facts.get(caseId)?.preset ?? null;
  if (by === 'expert') return one.type.endsWith('ExpertReviewed') ? pseudonymInTests(one.by) : null;
  const stay = stayDuring(rows, { ...one, caseId });
  return stay ? splitValueOf(stay, by, rows, '') : null;
}

export function foldRework(rows: AnalysedRows, p: ReportParams, by: SplitName | null): ReworkItem[] {
  const chosen = chooseCases(rows, p);
  const given = [...groupItems(rows.read, ({ caseId }) => caseId)]
    .filter(([caseId]) => chosen.has(caseId))
    .flatMap(([caseId, events]) => reworkOf(events).map(one => ({ caseId, one })))
    .filter(({ one }) => isInRange(one.clock, p))
    .flatMap(({ caseId, one }) => {
      const group = reworkGroup(caseId, one, by, rows);
      return (one.reasons.length === 0 ? [null] : one.reasons).map(reason => ({
        caseId,
        one,
        reason,
        group,
      }));
    });
  return [...groupItems(given, ({ one, reason, group }) => JSON.stringify([one.type, reason, group]))].map(
    ([key, all]) => {
      const [type, reason, group] = JSON.parse(key) as [string, string | null, string | null];
      const costs = all.flatMap(({ one }) => (one.cost === null ? [] : [Math.floor(one.cost / 1000)]));
      return {
        ...{ type, reason, group, times: all.length, cases: new Set(all.map(({ caseId }) => caseId)).size },
        judged: all.filter(({ one }) => one.met !== null).length,
        met: all.filter(({ one }) => one.met).length,
        costS: quantile(costs, 0.5),
      };
    },
  );
}

const isReview = (type: string) => /^(Plan|Target)(Expert|Doctor)Reviewed$/.test(type);

export function foldReworkTotals(rows: AnalysedRows, p: ReportParams, by: SplitName | null): ReworkTotal[] {
  const chosen = chooseCases(rows, p);
  const acts = [...groupItems(rows.read, ({ caseId }) => caseId)]
    .filter(([caseId]) => chosen.has(caseId))
    .flatMap(([caseId, events]) => {
      const sent = new Map(reworkOf(events).map(one => [one.position, one]));
      return events
        .filter(e => isInRange(e.clock, p) && (isReview(e.type) || sent.has(e.position)))
        .map(e => {
          // Cast: of reviews, versions are in the data.
          const { version = null } = e.data as { version?: number };
          const group = reworkGroup(caseId, { ...e, version }, by, rows);
          return { caseId, group, isReviewed: isReview(e.type), isSent: sent.has(e.position) };
        });
    });
  return [...groupItems(acts, ({ group }) => JSON.stringify(group))].map(([key, all]) => ({
    group: JSON.parse(key) as string | null,
    cases: new Set(all.map(({ caseId }) => caseId)).size,
    reviewed: all.filter(one => one.isReviewed).length,
    refused: all.filter(one => one.isReviewed && one.isSent).length,
    sentBack: all.filter(one => one.isSent).length,
  }));
}

export function foldAskedChanges(rows: AnalysedRows, p: ReportParams): AskedChange[] {
  const chosen = chooseCases(rows, p);
  const asked = [...groupItems(rows.read, ({ caseId }) => caseId)]
    .filter(([caseId]) => chosen.has(caseId))
    .flatMap(([caseId, events]) => loggedChangeRequestsOf(events).map(one => ({ caseId, ...one })))
    .filter(({ clock }) => isInRange(clock, p));
  return [...groupItems(asked, ({ what, axis, place }) => JSON.stringify([what, axis, place]))].map(
    ([key, all]) => {
      const [what, axis, place] = JSON.parse(key) as [string, string | null, string];
      return {
        ...{ what, axis, place, times: all.length, cases: new Set(all.map(({ caseId }) => caseId)).size },
        withdrawn: all.filter(one => one.withdrawn).length,
        measured: all.filter(({ verdict }) => verdict !== null).length,
        met: all.filter(({ verdict }) => verdict === 'met').length,
      };
    },
  );
}
