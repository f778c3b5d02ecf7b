/** The manufacturer's counters. */
import { type ProductionBoardColumn, statusGroupNames, uncountedStatuses } from '#events/case/status.ts';
import type { CaseCounts } from '#projections/caseList/item.ts';
import type { BoardColumnCards } from '#web/features/shop/board-cards.ts';
import type { Tone } from '#web/ui/theme.ts';
import { type CaseCounter, largestStatusCounts } from './counters.ts';

const tones: Record<ProductionBoardColumn, Tone> = {
  toProduce: 'info',
  producing: 'info',
  toDeliver: 'warn',
  shipped: 'brand',
};

/** Returns one counter per column of the board, with its number of cards; `all` is last. */
export function boardCounters(board: readonly BoardColumnCards[], counts: CaseCounts): CaseCounter[] {
  const columns = board.map(({ name, cards }) => ({
    name: `shop:board.${name}`,
    n: cards.length,
    href: `#shop-${name}`,
    tone: tones[name],
    parts: [],
  }));
  const all = counts.filters[statusGroupNames.indexOf('all')] ?? 0;
  return [
    ...columns,
    {
      name: 'case:group.all',
      n: all,
      href: '/caseList',
      tone: 'neutral',
      parts: largestStatusCounts(uncountedStatuses, counts),
    },
  ];
}
