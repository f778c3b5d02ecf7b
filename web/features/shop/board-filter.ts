/** Filters the manufacturer's board by a text and by days in a column. Pure. */
import type { BoardCardData, BoardColumnCards } from './board-cards.ts';

/** `days`: minimum time in the column; 0 shows every card. */
export type BoardFilter = { text: string; days: number };
export const emptyBoardFilter: BoardFilter = { text: '', days: 0 };
export const waitingDayChoices = [0, 1, 3, 7] as const;

/** A board with more cards than this is longer than a screen. */
export const maxCardsPerScreen = 24;
const dayMs = 86_400_000;

export const isBoardFiltered = ({ text, days }: BoardFilter): boolean => text.trim() !== '' || days > 0;

function wordsOf({ key, item, tray }: BoardCardData): string {
  const { clinic, owner, parcel, plan, batch } = item;
  const numbers = [parcel?.trackingNumber, tray?.shipped?.trackingNumber];
  const bundles = [tray?.bundle ?? parcel?.bundle ?? batch?.bundle ?? plan?.bundle];
  return [key, item.caseId, clinic, owner.name, ...numbers, ...bundles]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
}

/** The board with matching cards; all words of the text must match. @param now ms since 1970 */
export function filterBoard(
  board: readonly BoardColumnCards[],
  { text, days }: BoardFilter,
  now: number,
): BoardColumnCards[] {
  const wanted = text.trim().toLowerCase().split(/\s+/);
  // The page's clock advances by the minute, so new cards may be in its future.
  const hasStood = (card: BoardCardData) => days === 0 || now - Date.parse(card.since) >= days * dayMs;
  const fits = (card: BoardCardData) => hasStood(card) && wanted.every(word => wordsOf(card).includes(word));
  return board.map(({ name, cards }) => ({ name, cards: cards.filter(fits) }));
}
