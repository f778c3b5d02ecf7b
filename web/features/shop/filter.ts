/** Filters the manufacturer's board by a text and by days in a column. Pure. */
import type { Card, Column } from './cards.ts';

/** `days`: least time in its column; 0 shows every card. */
export type BoardFilter = { text: string; days: number };
export const noFilter: BoardFilter = { text: '', days: 0 };
export const standingDays = [0, 1, 3, 7] as const;

/** A board with more cards than this is longer than a screen. */
export const screenful = 24;
const dayMs = 86_400_000;

export const isFiltered = ({ text, days }: BoardFilter): boolean => text.trim() !== '' || days > 0;

function wordsOf({ key, item, tray }: Card): string {
  const { clinic, owner, parcel, plan, batch } = item;
  const numbers = [parcel?.trackingNumber, tray?.shipped?.trackingNumber];
  const bundles = [tray?.bundle ?? parcel?.bundle ?? batch?.bundle ?? plan?.bundle];
  return [key, item.caseId, clinic, owner.name, ...numbers, ...bundles]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
}

/** The board with the cards that fit; each word of the text has to be found. @param now ms since 1970 */
export function filtered(board: readonly Column[], { text, days }: BoardFilter, now: number): Column[] {
  const wanted = text.trim().toLowerCase().split(/\s+/);
  // A page's clock moves by the minute: a card that has just come is in its future.
  const hasStood = (card: Card) => days === 0 || now - Date.parse(card.since) >= days * dayMs;
  const fits = (card: Card) => hasStood(card) && wanted.every(word => wordsOf(card).includes(word));
  return board.map(({ name, cards }) => ({ name, cards: cards.filter(fits) }));
}
