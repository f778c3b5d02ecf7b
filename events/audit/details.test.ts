import { expect, it } from 'vitest';
import { auditDetailsOf } from './details.ts';

it('names every filter of the figure whose cases were opened', () => {
  const asked = {
    ...{ from: '2026-01-01', to: '2026-04-01', asOf: '2026-05-01' },
    ...{ method: 1, productType: 2, person: 'u23456789ab', by: 'technician' as const },
  };
  expect(auditDetailsOf({ count: 12, asked })).toEqual([
    { word: 'detail.from', values: { day: '2026-01-01' } },
    { word: 'detail.to', values: { day: '2026-04-01' } },
    { word: 'detail.asOf', values: { day: '2026-05-01' } },
    { option: 'method.1' },
    { option: 'productType.2' },
    { text: 'u23456789ab' },
    { word: 'split.technician' },
    { word: 'detail.rows', values: { count: 12 } },
  ]);
});

it('names the version and the range of a comparison', () => {
  expect(auditDetailsOf({ compared: { version: 'next', from: '9f86d081-605', to: '9f86d081-700' } })).toEqual(
    [
      { word: 'detail.version', values: { name: 'next' } },
      { word: 'detail.fromPosition', values: { position: '9f86d081-605' } },
      { word: 'detail.toPosition', values: { position: '9f86d081-700' } },
    ],
  );
  expect(auditDetailsOf({ compared: { version: null, from: null, to: null } })).toEqual([
    { word: 'detail.rebuilt' },
  ]);
});
