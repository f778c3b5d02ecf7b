/** The manufacturer's board as columns of cards, and where each card may go by which action. Pure. */
import type { Action } from '#events/case/rules.ts';
import type { TrayItem } from '#projections/case/beside.ts';
import type { ShopItem } from '#projections/shop/item.ts';

export const columnNames = ['toProduce', 'producing', 'toDeliver', 'shipped'] as const;
export type ColumnName = (typeof columnNames)[number];

/** A case with its batch or parcel, or one tray that was ordered again. */
export type Card = { key: string; column: ColumnName; since: string; item: ShopItem; tray: TrayItem | null };

/** Where a case's card stands; null where only its trays are on the board. */
function columnOf({ status, batch }: ShopItem): ColumnName | null {
  if (status === 16) return 'toProduce';
  if (status === 17) return batch?.finished ? 'toDeliver' : 'producing';
  return status === 23 ? 'shipped' : null;
}

function cardsOf(item: ShopItem): Card[] {
  const column = columnOf(item);
  const own: Card[] = column ? [{ key: item.caseId, column, since: item.since, item, tray: null }] : [];
  const trays = item.trays.map(
    (tray): Card => ({
      key: tray.id,
      column: tray.shipped ? 'shipped' : 'toDeliver',
      since: tray.shipped?.at ?? tray.at,
      item,
      tray,
    }),
  );
  return [...own, ...trays];
}

export type Column = { name: ColumnName; cards: Card[] };

/** The board: in each column what has stood there longest comes first. */
export function boardOf(items: readonly ShopItem[]): Column[] {
  const cards = items.flatMap(cardsOf).toSorted((a, b) => a.since.localeCompare(b.since));
  return columnNames.map(name => ({ name, cards: cards.filter(card => card.column === name) }));
}

type Ways = Record<ColumnName, Partial<Record<ColumnName, Action>>>;
const ofBatches: Ways = {
  toProduce: { producing: 'scheduleProduction' },
  producing: { toDeliver: 'finishBatch', shipped: 'ship', toProduce: 'batchFailed' },
  toDeliver: { shipped: 'ship', toProduce: 'batchFailed' },
  shipped: { toProduce: 'reportLost' },
};
const ofTrays: Ways = { toProduce: {}, producing: {}, toDeliver: { shipped: 'shipTray' }, shipped: {} };

/** What takes a card to a column; null where nothing does, or this person may not. */
export function wayTo({ column, item, tray }: Card, to: ColumnName): Action | null {
  const action = (tray ? ofTrays : ofBatches)[column][to];
  return action && item.actions.includes(action) ? action : null;
}

/** The next column to the right (1) or left (-1) that a card may go to. */
export function nextColumn(card: Card, by: 1 | -1): ColumnName | null {
  const from = columnNames.indexOf(card.column);
  const ahead = by > 0 ? columnNames.slice(from + 1) : columnNames.slice(0, from).toReversed();
  return ahead.find(to => wayTo(card, to) !== null) ?? null;
}

/** What a card's button does: the step onwards. */
export function primaryOf(card: Card): Action | null {
  const to = nextColumn(card, 1);
  return to && wayTo(card, to);
}

const further: readonly Action[] = [
  'finishBatch',
  'ship',
  'correctParcel',
  'returnToDesign',
  'batchFailed',
  'reportLost',
];

/** What stands in its menu, the button's own left out. */
export const menuOf = (card: Card): Action[] =>
  card.tray ? [] : further.filter(a => a !== primaryOf(card) && card.item.actions.includes(a));

const steps: Record<string, readonly [column: number, card: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The card that an arrow leads to from another: empty columns are stepped over. Null at the edge, or for other keys. */
export function arrowTo(board: readonly Column[], key: string, pressed: string): string | null {
  const [dx, dy] = steps[pressed] ?? [0, 0];
  const filled = board.filter(({ cards }) => cards.length > 0);
  const x = filled.findIndex(({ cards }) => cards.some(card => card.key === key));
  const y = filled[x]?.cards.findIndex(card => card.key === key) ?? -1;
  if (x < 0 || (dx === 0 && dy === 0)) return null;
  const { cards = [] } = filled[x + dx] ?? {};
  return cards[dy === 0 ? Math.min(y, cards.length - 1) : y + dy]?.key ?? null;
}
