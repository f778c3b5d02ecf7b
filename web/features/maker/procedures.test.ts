import { expect, test } from 'vitest';
import type { RequestedAttachment } from '#workers/stages/attachment-seat.ts';
import {
  assignShell,
  carriedOverProcedures,
  isShellAssigned,
  mergeProcedures,
  noProcedures,
  proceduresAfterRenumbering,
  removeProcedures,
  shellAttachments,
  unchangedProcedures,
} from './procedures.ts';

const earlier = {
  ipr: [
    { contact: '12-11', mm: 0.2, before: 3 },
    { contact: '14-13', mm: 0.3, before: 9 },
  ],
  attachments: [
    {
      tooth: 13 as const,
      type: 'vertical-rectangle' as const,
      surface: 'buccal' as const,
      from: 2,
      to: 12,
      at: [0, 3, 1] as [number, number, number],
      size: [2, 3, 1] as [number, number, number],
      turn: 0,
    },
    {
      tooth: 14 as const,
      type: 'rotation' as const,
      surface: 'buccal' as const,
      from: 7,
      to: 12,
      at: [0, 3, 1] as [number, number, number],
      size: [2, 3, 1] as [number, number, number],
      turn: 0,
    },
  ],
};

test('a new plan carries over the procedures that fit its teeth and number of aligners', () => {
  expect(carriedOverProcedures(earlier, [14, 13, 12, 11], { upper: 6 })).toEqual({
    ipr: [
      { contact: '12-11', mm: 0.2, before: 3 },
      { contact: '14-13', mm: 0.3, before: 6 },
    ],
    attachments: [{ tooth: 13, type: 'vertical-rectangle', surface: 'buccal', from: 2, to: 6 }],
  });
});

test('a new plan drops procedures of removed teeth', () => {
  const { ipr, attachments } = carriedOverProcedures(earlier, [13, 12, 11], { upper: 12 });
  expect(ipr.map(({ contact }) => contact)).toEqual(['12-11']);
  expect(attachments.map(({ tooth }) => tooth)).toEqual([13]);
  expect(carriedOverProcedures(earlier, [21], { upper: 12 })).toEqual(noProcedures);
});

const attached = (tooth: 13 | 14 | 15, piece?: number): RequestedAttachment => ({
  tooth,
  type: 'vertical-rectangle',
  surface: 'buccal',
  from: 1,
  to: 6,
  ...(piece !== undefined && { shell: { arch: 'upper', piece, at: 0 } }),
});

test('attachments found in the files have priority; the previous version fills teeth without one', () => {
  const ipr = [{ contact: '12-11', mm: 0.2, before: 3 }];
  const found = [attached(13, 0)];
  const carried = { ipr, attachments: [attached(13), attached(14)] };
  expect(mergeProcedures(found, carried)).toEqual({ ipr, attachments: [attached(13, 0), attached(14)] });
  expect(mergeProcedures(found, noProcedures)).toEqual({ ipr: [], attachments: found });
});

test('removing carried-over rows keeps found, changed and added ones', () => {
  const carried = { ipr: [{ contact: '12-11', mm: 0.2, before: 3 }], attachments: [attached(14)] };
  const begun = mergeProcedures([attached(13, 0)], carried);
  const changed = { ...begun, ipr: [{ contact: '12-11', mm: 0.3, before: 3 }] };
  expect(unchangedProcedures(changed, carried)).toEqual({ ipr: [], attachments: [attached(14)] });
  expect(removeProcedures(changed, unchangedProcedures(changed, carried))).toEqual({
    ipr: changed.ipr,
    attachments: [attached(13, 0)],
  });
});

/** Two pieces; the first has a shell from the start file on. */
const shell = { surface: 'buccal', from: 0, to: 6, size: [2, 3, 1], at: [0, 4, 1] };
const pieces = [{ arch: 'upper', teeth: [{ shells: [shell] }, { shells: [] }] }] as never;
const id = { arch: 'upper', piece: 0, at: 0 } as const;

test('a shell of the start file is worn from the first aligner on', () => {
  expect(shellAttachments(pieces, { upper: [13, 12] })).toEqual([attached(13, 0)]);
  expect(shellAttachments(pieces, { upper: [null, 12] })).toEqual([]);
});

test('a shell follows its piece’s number unless it was assigned by hand', () => {
  const begun = { ipr: [], attachments: [attached(13, 0), attached(13)] };
  const [before, after] = [{ upper: [13, 12] }, { upper: [14, 13] }] as const;
  expect(proceduresAfterRenumbering(begun, pieces, before, after).attachments).toEqual([
    attached(14, 0),
    attached(13),
  ]);
  expect(proceduresAfterRenumbering(begun, pieces, before, before)).toBe(begun);
  const moved = { ipr: [], attachments: [attached(15, 0)] };
  expect(proceduresAfterRenumbering(moved, pieces, before, after)).toBe(moved);
  const out = proceduresAfterRenumbering(begun, pieces, before, { upper: [null, 12] });
  expect(out.attachments).toEqual([attached(13)]);
  expect(proceduresAfterRenumbering(out, pieces, { upper: [null, 12] }, before).attachments).toContainEqual(
    attached(13, 0),
  );
});

test('a shell is assigned to a tooth as an attachment, or to none', () => {
  const begun = { ipr: [], attachments: [attached(13, 0)] };
  const none = assignShell(begun, pieces, id, null);
  expect([isShellAssigned(begun, id), isShellAssigned(none, id)]).toEqual([true, false]);
  expect(assignShell(none, pieces, id, 13)).toEqual(begun);
});
