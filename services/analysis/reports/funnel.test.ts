import { expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { foldAnalysedRows, logOfWalk, openEngineWithRows } from '../testing/analysed-walk.ts';
import { funnelReport } from './funnel.ts';

test('the funnel begins with the last submission of a case that was taken back', async () => {
  const log = await logOfWalk(21, 300, 10);
  const rows = foldAnalysedRows(log, log.length);
  // The submissions of all cases, as if the ones before were taken back.
  for (const [caseId, trail] of rows.trails) {
    const last = rows.stays.findLast(stay => stay.caseId === caseId && stay.status === Status.ToAccept);
    const submittedAt = last ? last.enteredAt + 60_000 : trail.numbers.submittedAt;
    rows.trails.set(caseId, { ...trail, numbers: { ...trail.numbers, submittedAt } });
  }
  const engine = await openEngineWithRows(rows);
  const items = await engine.answer(funnelReport, {
    ...{ from: 0, to: rows.now + 1, now: rows.now, zone: 'UTC', rules: '[]' },
    ...{ method: null, productType: null, org: null, person: null },
  });
  engine.close();
  expect(items.some(({ cases }) => cases > 0)).toBe(true);
  for (const { step, medianS } of items) expect(medianS ?? 0, step).toBeGreaterThanOrEqual(0);
});
