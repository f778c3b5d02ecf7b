/** Figures of a chosen person: shown only if they count enough cases. */
import { expect, test } from 'vitest';
import type { ReportParams } from './report.ts';
import { createPersonCheck, minShownCasesPerPerson } from './single-people.ts';
import { workHoursReport } from './work-hours.ts';

const params: ReportParams = {
  ...{ from: 0, to: 1, now: 1, zone: 'UTC', rules: '[]', method: null, productType: null, org: null },
  person: 'u-one',
};
/** An engine that finds so many cases behind the figures of the range. */
const finds = (cases: number) => async () => [{ cases }];

test.each([
  [minShownCasesPerPerson, minShownCasesPerPerson, true],
  [minShownCasesPerPerson, minShownCasesPerPerson - 1, false],
  [minShownCasesPerPerson - 1, minShownCasesPerPerson - 1, false],
])('of %i cases of the person, %i in the range: shown %j', async (cases, inRange, expected) => {
  const check = await createPersonCheck(workHoursReport, { params, by: null, cases }, finds(inRange));
  const item = { weekday: 1, hour: 10, cases: 1, came: 1, left: 0 };
  expect([check.isShown(item), check.fewCases]).toEqual([expected, expected ? 0 : 1]);
});
