import { expect, it } from 'vitest';
import type { ProductionBoardItem } from '#projections/shop/item.ts';
import { boardColumnsOf } from './board-cards.ts';
import { emptyBoardFilter, filterBoard, isBoardFiltered } from './board-filter.ts';

const now = Date.parse('2026-11-23T08:00:00.000Z');
/** The fields that the board and its filter read. */
const item = (caseId: string, status: number, since: string, more: object = {}) =>
  ({
    caseId,
    status,
    since: `2026-11-${since}T08:00:00.000Z`,
    trays: [],
    batch: null,
    parcel: null,
    clinic: '滨江口腔',
    owner: { name: '李文清' },
    plan: { bundle: 'd64413d8' },
    ...more,
  }) as unknown as ProductionBoardItem;
const board = boardColumnsOf([
  item('AAAAAA', 16, '15'),
  item('BBBBBB', 16, '22', { clinic: 'Harbour Orthodontics', owner: { name: 'Amelia Hart' } }),
  item('CCCCCC', 23, '20', { parcel: { trackingNumber: 'SF1234567890', bundle: '6c3e' } }),
]);
const found = (text: string, days = 0) =>
  filterBoard(board, { text, days }, now).flatMap(({ cards }) => cards.map(({ key }) => key));

it('the board filter finds a card by case, people, clinic, tracking number and plan', () => {
  expect(found('bbb')).toEqual(['BBBBBB']);
  expect(found('amelia harbour')).toEqual(['BBBBBB']);
  expect(found('滨江')).toEqual(['AAAAAA', 'CCCCCC']);
  expect(found('sf123456')).toEqual(['CCCCCC']);
  expect(found('d64413')).toEqual(['AAAAAA', 'BBBBBB']);
  expect(found('nobody')).toEqual([]);
});
it('the board filter keeps cards of a minimum age, and every column', () => {
  expect([found('', 0), found('', 1), found('', 3), found('', 7)].map(keys => keys.length)).toEqual([
    3, 3, 2, 1,
  ]);
  expect(filterBoard(board, { text: '', days: 7 }, now)).toHaveLength(board.length);
});
it('the empty board filter shows everything', () => {
  expect(isBoardFiltered(emptyBoardFilter)).toBe(false);
  expect(filterBoard(board, emptyBoardFilter, now)).toEqual(board);
  // The cards include one that is newer than the page's clock.
  expect(filterBoard(board, emptyBoardFilter, Date.parse('2026-11-01T08:00:00.000Z'))).toEqual(board);
});
