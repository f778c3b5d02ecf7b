/** The manufacturer's workbench: counters and board from the same cards. */
import type { CaseCounts } from '#projections/caseList/item.ts';
import { boardColumnsOf } from '#web/features/shop/board-cards.ts';
import { ManufacturerBoard } from '#web/features/shop/ManufacturerBoard.tsx';
import { useProductionBoard } from '#web/features/shop/useProductionBoard.ts';
import { boardCounters } from './board-counters.ts';
import { CaseCounters } from './Counters.tsx';

export function ManufacturerBench({ counts, now }: { counts: CaseCounts; now: number }) {
  const data = useProductionBoard();
  return (
    <>
      <CaseCounters
        counters={boardCounters(boardColumnsOf(data?.items ?? []), counts)}
        position="VendorAdmin"
      />
      <ManufacturerBoard now={now} />
    </>
  );
}
