import { expect, it } from 'vitest';
import { listFilesPassedElsewhere } from './layers.ts';

const stackSpecs = ['life.spec.ts'];

it.each([
  ['passed', { ok: true, passed: 2 }, stackSpecs],
  ['failed', { ok: false, passed: 1 }, []],
  ['was not run', { ok: true, passed: 0 }, []],
])('omits from e2e what the stack layer runs, if it %s: %j', (_, result, omitted) => {
  expect(listFilesPassedElsewhere('e2e', [{ name: 'stack', result }])).toEqual(omitted);
});

it('omits nothing from other layers', () => {
  expect(listFilesPassedElsewhere('unit', [{ name: 'stack', result: { ok: true, passed: 2 } }])).toEqual([]);
});
