import { expect, it } from 'vitest';
import type { CaseCounts } from '#projections/caseList/item.ts';
import type { ProductionBoardItem } from '#projections/shop/item.ts';
import { boardColumnsOf } from '#web/features/shop/board-cards.ts';
import { boardCounters } from './board-counters.ts';
import { countersForPosition } from './counters.ts';

const counts: CaseCounts = {
  ...{
    filters: [9, 0, 0, 0, 0, 0, 4, 2, 1],
    counters: {},
    byStatus: { 16: 4, 17: 2, 23: 1 },
    waiting: 6,
    archived: 0,
  },
};
const tray = { id: 'A-T1', at: '2026-11-20', shipped: null };
/** The fields that `boardColumnsOf` reads. */
const item = (caseId: string, status: number, more: object = {}) =>
  ({
    caseId,
    status,
    since: '2026-11-20',
    trays: [],
    batch: null,
    ...more,
  }) as unknown as ProductionBoardItem;
const items = [
  ...['A', 'B', 'C', 'D'].map(id => item(id, 16)),
  item('E', 17, { batch: { finished: null } }),
  item('F', 17, { batch: { finished: { at: '2026-11-21' } } }),
  item('G', 23, { trays: [tray] }),
];

it('the manufacturer’s counters are the board’s columns with the same names and numbers', () => {
  const board = boardColumnsOf(items);
  const told = boardCounters(board, counts);
  expect(told.map(({ name, n }) => [name, n])).toEqual([
    ...board.map(({ name, cards }) => [`shop:board.${name}`, cards.length]),
    ['case:group.all', 9],
  ]);
  expect(told.map(({ n }) => n)).toEqual([4, 1, 2, 1, 9]);
});
it('other staff’s counters are the groups of the case list', () => {
  expect(countersForPosition('Service', counts).map(({ name }) => name)).toEqual(
    ['toAccept', 'design', 'doctor', 'delivery', 'all'].map(name => `case:group.${name}`),
  );
});
