/** Worn against agreed days: SQL = fold over wear that is recorded, held, resumed, extended and reported in any order. */
import { expect, test } from 'vitest';
import { reportFigures } from '#events/analysis/figures.ts';
import { addDays } from '#events/case/calendar.ts';
import { type CaseEvent, caseStreamOf } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';
import { createRandom, type Random } from '#events/script/random.ts';
import { foldAnalysedRows, openEngineWithRows } from '../testing/analysed-walk.ts';
import { foldWearDays } from '../testing/wear-fold.ts';
import { listFactsOfFigure } from './report-cases.ts';
import { wearDaysReport } from './wear-days.ts';

type Said = { type: string; data: object };

const whose = { to: 0, ownerId: 'doctor', orgId: 'clinic', servedBy: 'lab', parentId: null };

/** An event of a case's wear on a day of the spring. */
function wearEvent(random: Random, day: string): Said {
  const stage = 1 + random.below(6);
  const later = addDays(day, random.below(9));
  return random.pick([
    { type: 'WearRecorded', data: { start: day, stage: 1, days: 7 + random.below(4) } },
    { type: 'WearHeld', data: { from: day, until: random.chance(0.5) ? later : null } },
    { type: 'WearResumed', data: { on: day } },
    { type: 'WearExtended', data: { stage, days: 1 + random.below(4) } },
    ...Array.from({ length: 5 }, () => ({ type: 'AlignerChanged', data: { stage, on: day, by: 'patient' } })),
  ]);
}

function wearLog(seed: number): Recorded<CaseEvent>[] {
  const random = createRandom(seed);
  const log: Recorded<CaseEvent>[] = [];
  for (let nth = 0; nth < 8; nth++) {
    const caseId = `CASE${nth}`;
    let day = `2026-0${1 + random.below(3)}-01`;
    const said: (Said & { on: string })[] = [
      { type: 'CaseCreated', data: { caseId, ...whose }, on: day },
      { type: 'CaseSubmitted', data: { to: 10 }, on: day },
    ];
    for (let step = 0; step < 30; step++) {
      day = addDays(day, random.below(5));
      said.push({ ...wearEvent(random, day), on: day });
    }
    for (const [revision, { on, type, data }] of said.entries()) {
      const position = toLogPosition(log.length + 1);
      const stamp = { id: `e${position}`, v: 1, by: 'doctor', at: `${on}T08:00:00.000Z` };
      // Cast: the events of wear above have the shapes of their types.
      log.push({ ...stamp, stream: caseStreamOf(caseId), type, data, revision, position } as never);
    }
  }
  return log;
}

test.each([1, 2, 3, 4])('the report equals the fold over random wear %i', async seed => {
  const log = wearLog(seed);
  const rows = foldAnalysedRows(log, log.length);
  const engine = await openEngineWithRows(rows);
  const params = {
    ...{ from: 0, to: rows.now + 1, now: rows.now, zone: 'Asia/Shanghai', rules: '[]' },
    ...{ method: null, productType: null, org: null, person: null },
  };
  const sql = await engine.answer(wearDaysReport, params);
  const fold = foldWearDays(rows, params);
  const byMonth = (a: { month: string }, b: { month: string }) => (a.month < b.month ? -1 : 1);
  expect(sql.toSorted(byMonth)).toEqual(fold.toSorted(byMonth));
  expect(fold.reduce((sum, { changes }) => sum + changes, 0)).toBeGreaterThan(10);
  for (const item of sql)
    for (const figure of reportFigures.wearDays.figures) {
      const question = { params, by: null, k: 5, cell: { month: item.month }, figure, page: 1, size: 1000 };
      const behind = await listFactsOfFigure(wearDaysReport, question, engine.run);
      expect([item.month, figure, behind.total]).toEqual([item.month, figure, item[figure]]);
    }
  engine.close();
});
