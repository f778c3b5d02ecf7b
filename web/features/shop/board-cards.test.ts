import { describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { ProductionBoardItem } from '#projections/shop/item.ts';
import {
  actionForMove,
  type BoardCardData,
  boardColumnsOf,
  cardKeyInDirection,
  listCardMenuActions,
  nextColumn,
  primaryCardAction,
} from './board-cards.ts';

const person = { id: 'p', name: 'P', position: 'VendorAdmin' } as const;
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;

function item(caseId: string, more: Partial<ProductionBoardItem>): ProductionBoardItem {
  return {
    ...{
      caseId,
      status: Status.PrepareProduction,
      clinic: null,
      delivery: null,
      owner: person,
      plan: null,
      open: null,
      batch: null,
      parcel: null,
    },
    trays: [],
    since: at(1),
    actions: [],
    position: 'x-1',
    ...more,
  };
}
const batch = (finished: boolean): ProductionBoardItem['batch'] => ({
  batch: 1,
  bundle: 'b',
  upper: { from: 1, to: 2 },
  lower: null,
  at: at(1),
  by: person,
  finished: finished ? { at: at(2), by: person } : null,
});
const tray = (n: number, shipped: boolean): ProductionBoardItem['trays'][number] => ({
  id: `T-${n}`,
  tray: n,
  arch: 'upper',
  stage: 4,
  reason: 'lost',
  bundle: 'b',
  note: null,
  at: at(n),
  by: person,
  status: shipped ? 'shipped' : 'ordered',
  received: null,
  shipped: shipped ? { courier: 1, trackingNumber: 'EMS123456', at: at(n), by: person } : null,
});

const items = [
  item('NEW', { actions: ['scheduleProduction', 'returnToDesign'], since: at(3) }),
  item('OLD', { actions: ['scheduleProduction', 'returnToDesign'], since: at(2) }),
  item('MADE', {
    status: Status.InProduction,
    batch: batch(false),
    actions: ['ship', 'batchFailed', 'finishBatch'],
  }),
  item('DONE', {
    status: Status.InProduction,
    batch: batch(true),
    actions: ['ship', 'batchFailed', 'finishBatch'],
  }),
  item('WAY', {
    status: Status.Shipping,
    actions: ['reportLost', 'shipTray'],
    trays: [tray(4, false), tray(5, true)],
  }),
  item('WORN', {
    status: Status.AwaitingNextBatch,
    actions: ['nextBatch', 'shipTray'],
    trays: [tray(6, false)],
  }),
];
const board = boardColumnsOf(items);
const card = (key: string): BoardCardData => {
  const found = board.flatMap(({ cards }) => cards).find(one => one.key === key);
  if (!found) throw new Error(`no card ${key}`);
  return found;
};

describe('the manufacturer’s board', () => {
  it('sorts batches and replacement trays into columns, oldest first', () => {
    expect(board.map(({ cards }) => cards.map(({ key }) => key))).toEqual([
      ['OLD', 'NEW'],
      ['MADE'],
      ['DONE', 'T-4', 'T-6'],
      ['WAY', 'T-5'],
    ]);
  });
  it('lets a card move only to columns whose action this person may take', () => {
    expect(actionForMove(card('NEW'), 'producing')).toBe('scheduleProduction');
    expect(actionForMove(card('NEW'), 'shipped')).toBeNull();
    expect(actionForMove(card('MADE'), 'shipped')).toBe('ship');
    expect(actionForMove(card('DONE'), 'toProduce')).toBe('batchFailed');
    expect(actionForMove(card('DONE'), 'producing')).toBeNull();
    expect(actionForMove(card('WAY'), 'toProduce')).toBe('reportLost');
    expect(actionForMove(card('T-4'), 'shipped')).toBe('shipTray');
    expect(actionForMove(card('T-4'), 'toProduce')).toBeNull();
    const [closed] = boardColumnsOf([item('X', { actions: [] })])[0]?.cards ?? [];
    expect(closed && actionForMove(closed, 'producing')).toBeNull();
  });
  it('moves a card by key to the next allowed column', () => {
    expect([nextColumn(card('MADE'), 1), nextColumn(card('MADE'), -1)]).toEqual(['toDeliver', 'toProduce']);
    expect([nextColumn(card('WAY'), 1), nextColumn(card('WAY'), -1)]).toEqual([null, 'toProduce']);
    expect([nextColumn(card('T-4'), 1), nextColumn(card('T-4'), -1)]).toEqual(['shipped', null]);
  });
  it('has the next step as a card’s button, and other actions in its menu', () => {
    const said = (key: string) => [primaryCardAction(card(key)), listCardMenuActions(card(key))];
    expect(said('NEW')).toEqual(['scheduleProduction', ['returnToDesign']]);
    expect(said('MADE')).toEqual(['finishBatch', ['ship', 'batchFailed']]);
    expect(said('WAY')).toEqual([null, ['reportLost']]);
    expect(said('T-6')).toEqual(['shipTray', []]);
  });
  it('moves the focus with the arrow keys', () => {
    expect(cardKeyInDirection(board, 'OLD', 'ArrowDown')).toBe('NEW');
    expect(cardKeyInDirection(board, 'OLD', 'ArrowUp')).toBeNull();
    expect(cardKeyInDirection(board, 'NEW', 'ArrowRight')).toBe('MADE');
    expect(cardKeyInDirection(board, 'T-6', 'ArrowRight')).toBe('T-5');
    expect(cardKeyInDirection(board, 'OLD', 'ArrowLeft')).toBeNull();
    expect(cardKeyInDirection(board, 'OLD', 'Enter')).toBeNull();
    const gap = boardColumnsOf([item('A', {}), item('B', { status: Status.Shipping })]);
    expect(cardKeyInDirection(gap, 'A', 'ArrowRight')).toBe('B');
  });
});
