import { expect, test } from 'vitest';
import type { WishedAttachment } from '#workers/stages/seat.ts';
import { carriedWishes, merged, noWishes, rowsOf, without } from './wishes.ts';

const earlier = {
  ipr: [
    { contact: '12-11', mm: 0.2, before: 3 },
    { contact: '14-13', mm: 0.3, before: 9 },
  ],
  attachments: [
    {
      ...{ tooth: 13 as const, type: 'vertical-rectangle' as const, surface: 'buccal' as const },
      ...{ from: 2, to: 12, at: [0, 3, 1] as [number, number, number] },
      ...{ size: [2, 3, 1] as [number, number, number], turn: 0 },
    },
    {
      ...{ tooth: 14 as const, type: 'rotation' as const, surface: 'buccal' as const },
      ...{ from: 7, to: 12, at: [0, 3, 1] as [number, number, number] },
      ...{ size: [2, 3, 1] as [number, number, number], turn: 0 },
    },
  ],
};

test('hands on what its teeth and aligners allow, within the new number of aligners', () => {
  expect(carriedWishes(earlier, [14, 13, 12, 11], { upper: 6 })).toEqual({
    ipr: [
      { contact: '12-11', mm: 0.2, before: 3 },
      { contact: '14-13', mm: 0.3, before: 6 },
    ],
    attachments: [{ tooth: 13, type: 'vertical-rectangle', surface: 'buccal', from: 2, to: 6 }],
  });
});

test('leaves out what belongs to a tooth that is gone', () => {
  const { ipr, attachments } = carriedWishes(earlier, [13, 12, 11], { upper: 12 });
  expect(ipr.map(({ contact }) => contact)).toEqual(['12-11']);
  expect(attachments.map(({ tooth }) => tooth)).toEqual([13]);
  expect(carriedWishes(earlier, [21], { upper: 12 })).toEqual(noWishes);
});

const attached = (tooth: 13 | 14, shell?: number): WishedAttachment => ({
  ...{ tooth, type: 'vertical-rectangle', surface: 'buccal', from: 1, to: 6 },
  ...(shell !== undefined && { shell }),
});

test('attachments found in the files win; the earlier version fills the teeth without one', () => {
  const ipr = [{ contact: '12-11', mm: 0.2, before: 3 }];
  const found = [attached(13, 0)];
  const carried = { ipr, attachments: [attached(13), attached(14)] };
  expect(merged(found, carried)).toEqual({ ipr, attachments: [attached(13, 0), attached(14)] });
  expect(merged(found, noWishes)).toEqual({ ipr: [], attachments: found });
});

test('removes the rows taken over as they were, and keeps found, changed and added ones', () => {
  const carried = { ipr: [{ contact: '12-11', mm: 0.2, before: 3 }], attachments: [attached(14)] };
  const begun = merged([attached(13, 0)], carried);
  const changed = { ...begun, ipr: [{ contact: '12-11', mm: 0.3, before: 3 }] };
  expect(rowsOf(changed, carried)).toEqual({ ipr: [], attachments: [attached(14)] });
  expect(without(changed, rowsOf(changed, carried))).toEqual({
    ipr: changed.ipr,
    attachments: [attached(13, 0)],
  });
});
