/** The manufacturer's board: columns of cards, and the action that moves a card to another column. Pure. */

import type { Action } from '#events/case/rules.ts';
import { type ProductionBoardColumn, productionBoardColumns, statuses } from '#events/case/status.ts';
import type { TrayItem } from '#projections/case/follow-up.ts';
import type { ProductionBoardItem } from '#projections/shop/item.ts';

/** A case with its batch or parcel, or one replacement tray. */
export type BoardCardData = {
  key: string;
  column: ProductionBoardColumn;
  since: string;
  item: ProductionBoardItem;
  tray: TrayItem | null;
};

/** Returns the column of a case's card; null where only its replacement trays are on the board. */
function columnOf({ status, batch }: ProductionBoardItem): ProductionBoardColumn | null {
  const { board } = statuses[status];
  return board === 'producing' && batch?.finished ? 'toDeliver' : (board ?? null);
}

function cardsOf(item: ProductionBoardItem): BoardCardData[] {
  const column = columnOf(item);
  const own: BoardCardData[] = column
    ? [{ key: item.caseId, column, since: item.since, item, tray: null }]
    : [];
  const trays = item.trays.map(
    (tray): BoardCardData => ({
      key: tray.id,
      column: tray.shipped ? 'shipped' : 'toDeliver',
      since: tray.shipped?.at ?? tray.at,
      item,
      tray,
    }),
  );
  return [...own, ...trays];
}

export type BoardColumnCards = { name: ProductionBoardColumn; cards: BoardCardData[] };

/** Returns the board; in each column the oldest card is first. */
export function boardColumnsOf(items: readonly ProductionBoardItem[]): BoardColumnCards[] {
  const cards = items.flatMap(cardsOf).toSorted((a, b) => a.since.localeCompare(b.since));
  return productionBoardColumns.map(name => ({ name, cards: cards.filter(card => card.column === name) }));
}

type ActionsByColumn = Record<ProductionBoardColumn, Partial<Record<ProductionBoardColumn, Action>>>;
const ofBatches: ActionsByColumn = {
  toProduce: { producing: 'scheduleProduction' },
  producing: { toDeliver: 'finishBatch', shipped: 'ship', toProduce: 'batchFailed' },
  toDeliver: { shipped: 'ship', toProduce: 'batchFailed' },
  shipped: { toProduce: 'reportLost' },
};
const ofTrays: ActionsByColumn = {
  toProduce: {},
  producing: {},
  toDeliver: { shipped: 'shipTray' },
  shipped: {},
};

/** Returns the action that moves a card to a column; null where none exists or the viewer may not take it. */
export function actionForMove(
  { column, item, tray }: BoardCardData,
  to: ProductionBoardColumn,
): Action | null {
  const action = (tray ? ofTrays : ofBatches)[column][to];
  return action && item.actions.includes(action) ? action : null;
}

/** Returns the next column to the right (1) or left (-1) that the card may move to. */
export function nextColumn(card: BoardCardData, by: 1 | -1): ProductionBoardColumn | null {
  const from = productionBoardColumns.indexOf(card.column);
  const ahead =
    by > 0 ? productionBoardColumns.slice(from + 1) : productionBoardColumns.slice(0, from).toReversed();
  return ahead.find(to => actionForMove(card, to) !== null) ?? null;
}

/** Returns the action of a card's button: its next column to the right. */
export function primaryCardAction(card: BoardCardData): Action | null {
  const to = nextColumn(card, 1);
  return to && actionForMove(card, to);
}

const further: readonly Action[] = [
  'finishBatch',
  'ship',
  'correctParcel',
  'returnToDesign',
  'batchFailed',
  'reportLost',
];

/** Returns the actions of a card's menu, without that of its button. */
export const listCardMenuActions = (card: BoardCardData): Action[] =>
  card.tray ? [] : further.filter(a => a !== primaryCardAction(card) && card.item.actions.includes(a));

const steps: Record<string, readonly [column: number, card: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The key of the next card in the direction of an arrow key. Skips empty columns. Null at the edge and for other
 * keys.
 */
export function cardKeyInDirection(
  board: readonly BoardColumnCards[],
  key: string,
  pressed: string,
): string | null {
  const [dx, dy] = steps[pressed] ?? [0, 0];
  const filled = board.filter(({ cards }) => cards.length > 0);
  const x = filled.findIndex(({ cards }) => cards.some(card => card.key === key));
  const y = filled[x]?.cards.findIndex(card => card.key === key) ?? -1;
  if (x < 0 || (dx === 0 && dy === 0)) return null;
  const { cards = [] } = filled[x + dx] ?? {};
  return cards[dy === 0 ? Math.min(y, cards.length - 1) : y + dy]?.key ?? null;
}
