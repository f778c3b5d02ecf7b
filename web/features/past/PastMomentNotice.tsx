/** The bar of a list that shows a past moment. */
import type { UseQueryResult } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useSyncExternalStore } from 'react';
import type { AsOfFields } from '#services/api/answers.ts';

type Props = {
  at: string;
  list: Pick<UseQueryResult<AsOfFields>, 'data' | 'error' | 'isPlaceholderData'>;
  here: '/workbench' | '/caseList' | '/retainerList';
  /** Leads to another moment; null is the present. */
  go: (at: string | null) => void;
};

const LazyPastBar = lazyRouteComponent(() => import('./PastMomentBar.tsx'), 'PastMomentBar');

const never = () => () => undefined;
/** False on the server and during hydration. */
const useInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

export function PastMomentNotice({ at, list, here, go }: Props) {
  // While another moment is being opened, the rows on screen still belong to the previous one.
  const answer = list.isPlaceholderData ? undefined : list.data;
  // The server renders to a string and cannot wait for the bar's chunk.
  if (!useInBrowser()) return null;
  return (
    <Suspense>
      <LazyPastBar at={at} answer={answer} error={list.error} here={here} go={go} />
    </Suspense>
  );
}
