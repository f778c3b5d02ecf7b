/** Provisional events over final entries, which the fold changes in place. */
import { expect, test } from 'vitest';
import { emptyStaffSnapshot } from '#events/analysis/staff.ts';
import { type CaseFoldState, type EventWithStaff, foldEvent } from '#events/analysis/table-fold.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { toLogPosition } from '#events/log-position.ts';
import { treatedPast } from '#events/testing/past.ts';
import { overlayCaseEntries } from './tables-fold.ts';

const caseId = 'CASE22';
const context = { rootOf: (id: string) => id, openMs: () => 0 };
const events = treatedPast.map(({ type, data, revision, by }, i) => {
  const times = { clock: i * 1000, happenedAt: i * 1000 };
  // Cast: type and data belong together, which TypeScript forgets when both are taken from a union.
  return {
    ...{
      type,
      data,
      caseId,
      revision,
      by,
      position: toLogPosition(i + 1),
      staff: emptyStaffSnapshot,
      ...times,
    },
  } as EventWithStaff;
});

const foldAll = (all: readonly EventWithStaff[]): CaseFoldState | undefined => {
  let entry: CaseFoldState | undefined;
  for (const e of all) entry = foldEvent(entry, e, context)?.entry;
  return entry;
};

test('a provisional event leaves the final entry as it was, wherever the final events end', () => {
  for (let final = 1; final < events.length; final++) {
    const entry = foldAll(events.slice(0, final));
    const before = structuredClone(entry);
    const latest = overlayCaseEntries({ get: () => entry });
    const stream = caseStreamOf(caseId);
    for (const e of events.slice(final)) foldEvent(latest.draft(stream), e, context);
    expect(entry).toEqual(before);
    expect(latest.get(stream)).toEqual(foldAll(events));
  }
});
