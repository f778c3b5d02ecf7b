/** The manufacturer's part of the workbench: counters and board, from the same cards. */
import { useQuery } from '@tanstack/react-query';
import type { Counts } from '#projections/caseList/item.ts';
import { Board } from '#web/features/shop/Board.tsx';
import { boardOf } from '#web/features/shop/cards.ts';
import { shopBoard } from '#web/lib/queries.ts';
import { countersOfBoard } from './board-counters.ts';
import { Counters } from './Counters.tsx';

export function MakersBench({ counts, now }: { counts: Counts; now: number }) {
  const { data } = useQuery(shopBoard());
  return (
    <>
      <Counters counters={countersOfBoard(boardOf(data?.items ?? []), counts)} position="VendorAdmin" />
      <Board now={now} />
    </>
  );
}
