/** The manufacturer's board of now, or of the past moment that the page shows. */
import { useQuery } from '@tanstack/react-query';
import { usePastMoment } from '#web/features/past/past-moment-context.ts';
import { pastBoardQuery } from '#web/features/past/past-queries.ts';
import { shopBoardQuery } from '#web/lib/queries.ts';

export function useProductionBoard() {
  const at = usePastMoment();
  const live = useQuery({ ...shopBoardQuery(), enabled: at === undefined });
  const then = useQuery({ ...pastBoardQuery(at ?? ''), enabled: at !== undefined });
  return at === undefined ? live.data : then.data;
}
