import { expect, test } from 'vitest';
import { exportRangeToDays } from './export-days.ts';

test('an export is of the days of the organisation that were ordered, wherever it is read', () => {
  const range = { from: '2026-03-31T16:00:00.000Z', to: '2026-04-30T16:00:00.000Z' };
  expect(exportRangeToDays(range, 'Asia/Shanghai')).toEqual({ from: '2026-04-01', to: '2026-04-30' });
  expect(exportRangeToDays({ ...range, to: null }, 'UTC')).toEqual({ from: '2026-03-31', to: null });
});
