import { expect, it } from 'vitest';
import type { ShopItem } from '#projections/shop/item.ts';
import { boardOf } from './cards.ts';
import { filtered, isFiltered, noFilter } from './filter.ts';

const now = Date.parse('2026-11-23T08:00:00.000Z');
/** The fields that the board and its filter read, and no more. */
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
  }) as unknown as ShopItem;
const board = boardOf([
  item('AAAAAA', 16, '15'),
  item('BBBBBB', 16, '22', { clinic: 'Harbour Orthodontics', owner: { name: 'Amelia Hart' } }),
  item('CCCCCC', 23, '20', { parcel: { trackingNumber: 'SF1234567890', bundle: '6c3e' } }),
]);
const found = (text: string, days = 0) =>
  filtered(board, { text, days }, now).flatMap(({ cards }) => cards.map(({ key }) => key));

it('finds a card by its case, people, clinic, tracking number and plan', () => {
  expect(found('bbb')).toEqual(['BBBBBB']);
  expect(found('amelia harbour')).toEqual(['BBBBBB']);
  expect(found('滨江')).toEqual(['AAAAAA', 'CCCCCC']);
  expect(found('sf123456')).toEqual(['CCCCCC']);
  expect(found('d64413')).toEqual(['AAAAAA', 'BBBBBB']);
  expect(found('nobody')).toEqual([]);
});
it('leaves those that have stood for so many days, and every column', () => {
  expect([found('', 0), found('', 1), found('', 3), found('', 7)].map(keys => keys.length)).toEqual([
    3, 3, 2, 1,
  ]);
  expect(filtered(board, { text: '', days: 7 }, now)).toHaveLength(board.length);
});
it('shows everything where nothing is asked', () => {
  expect(isFiltered(noFilter)).toBe(false);
  expect(filtered(board, noFilter, now)).toEqual(board);
  // Cards that came after the page's clock last moved.
  expect(filtered(board, noFilter, Date.parse('2026-11-01T08:00:00.000Z'))).toEqual(board);
});
