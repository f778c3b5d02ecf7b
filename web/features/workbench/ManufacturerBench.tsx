/** The manufacturer's workbench: counters and board from the same cards. */
import { useQuery } from '@tanstack/react-query';
import type { Counts } from '#projections/caseList/item.ts';
import { createBoard } from '#web/features/shop/board-cards.ts';
import { ManufacturerBoard } from '#web/features/shop/ManufacturerBoard.tsx';
import { useMoment } from '#web/lib/moment.ts';
import { shopBoard } from '#web/lib/queries.ts';
import { boardCounters } from './board-counters.ts';
import { CaseCounters } from './Counters.tsx';

export function ManufacturerBench({ counts, now }: { counts: Counts; now: number }) {
  const { data } = useQuery(shopBoard(useMoment()));
  return (
    <>
      <CaseCounters counters={boardCounters(createBoard(data?.items ?? []), counts)} position="VendorAdmin" />
      <ManufacturerBoard now={now} />
    </>
  );
}
