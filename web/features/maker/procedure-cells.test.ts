import { describe, expect, it, test } from 'vitest';
import type { Fdi } from '#events/tooth/fdi.ts';
import { CHART_LAYOUTS } from '#web/features/tooth/layout.ts';
import { buccalPlacement } from '#web/features/tooth/mark-shapes.ts';
import type { RequestedAttachment } from '#workers/stages/attachment-seat.ts';
import { attachmentChartPositions } from './attachment-chart-positions.ts';
import { cellInDirection, nextSelectedRow, procedureCells } from './procedure-cells.ts';

const attached = (tooth: Fdi, more: Partial<RequestedAttachment> = {}): RequestedAttachment => ({
  tooth,
  type: 'vertical-rectangle',
  surface: 'buccal',
  from: 1,
  to: 6,
  ...more,
});
const wishes = {
  ipr: [
    { contact: '14-12', mm: 0.2, before: 1 },
    { contact: '14-12', mm: 0.1, before: 5 },
    { contact: '14-13', mm: 0.3, before: 2 },
  ],
  attachments: [attached(12), attached(12, { from: 3 })],
};
const cells = procedureCells([14, 12, 11, 41], wishes);
const cell = (key: string) => {
  const found = cells.find(one => one.key === key);
  if (!found) throw new Error('no cell');
  return found;
};

describe('the cells of the procedures chart', () => {
  it('alternate between teeth and contacts, skip absent teeth, and include contacts named only by a row', () => {
    expect(cells.map(({ key }) => key)).toEqual(['14', '14-13', '14-12', '12', '12-11', '11', '41']);
  });
  it('contain their rows, and for a contact the total', () => {
    expect(cell('14-12')).toMatchObject({
      mm: expect.closeTo(0.3),
      rows: [
        { list: 'ipr', at: 0 },
        { list: 'ipr', at: 1 },
      ],
    });
    expect(cell('11').rows).toEqual([]);
  });
  it('select their rows in turn, and none when a row is to be added', () => {
    const [first, second] = cell('12').rows;
    expect(nextSelectedRow(cell('12'), null)).toBe(first);
    expect(nextSelectedRow(cell('12'), first ?? null)).toBe(second);
    expect(nextSelectedRow(cell('12'), second ?? null)).toBe(first);
    expect(nextSelectedRow(cell('11'), null)).toBeNull();
  });
  it.each([
    ['14', 'ArrowRight', '14-13'],
    ['14', 'ArrowLeft', undefined],
    ['11', 'Home', '14'],
    ['14', 'End', '11'],
    ['14', 'ArrowDown', '41'],
    ['41', 'ArrowUp', '11'],
    ['14', 'ArrowUp', undefined],
    ['14', 'a', undefined],
  ])('move from %s with %s to %s', (from, key, to) => {
    expect(cellInDirection(cells, cell(from), key)?.key).toBe(to);
  });
});

test('an attachment is drawn at its shell’s place, others side by side in the middle of their face', () => {
  const shell = { arch: 'upper', piece: 0, at: 0 } as const;
  const found = { surface: 'buccal', from: 1, to: 6, size: [2, 3, 1], at: [1.5, 4, -2] } as never;
  const attachments = [attached(12, { shell }), attached(22, { shell }), ...wishes.attachments];
  const [right, left, one, two] = attachmentChartPositions({ ipr: [], attachments }, () => found);
  // Mesial is to the right on the patient's right side; the root is up in the upper arch.
  expect(right).toMatchObject({ x: 1.5, y: -2 });
  expect(left).toMatchObject({ x: -1.5, y: -2 });
  expect([one?.x, two?.x]).toEqual([-1.2, 1.2]);
  const [lingual] = attachmentChartPositions(
    { ipr: [], attachments: [attached(11, { surface: 'lingual' })] },
    () => found,
  );
  const place = CHART_LAYOUTS.rows.teeth.get(11);
  if (!place) throw new Error('no place');
  expect(buccalPlacement(11, place).y + (lingual?.y ?? 0)).toBeGreaterThan(place.top.y);
});
