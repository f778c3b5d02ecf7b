import { expect, it } from 'vitest';
import { analysisScreenIds, screensOpenTo } from './screens.ts';

it('screensOpenTo opens all screens to an analyst but the comparison, four to a supervisor, and none to a doctor', () => {
  expect(screensOpenTo('Analyst')).toEqual(analysisScreenIds.filter(id => id !== 'whatif'));
  expect(screensOpenTo('SuperMechanic')).toEqual(['replay', 'times', 'workload', 'forecasts']);
  for (const position of ['Doctor', 'Technician', 'Specialist', undefined] as const)
    expect(screensOpenTo(position)).toEqual([]);
});
