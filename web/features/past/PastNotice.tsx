/** The bar of a list that shows a past moment, and what stands in place of its rows until they are read. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { MomentAnswer } from '#services/api/answers.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LazyPastBar } from './lazy-past-bar.ts';

type Props = {
  at: string;
  list: Pick<UseQueryResult<MomentAnswer>, 'data' | 'error' | 'isPlaceholderData'>;
  here: '/workbench' | '/caseList' | '/retainerList';
  /** Leads to another moment; null is the present. */
  go: (at: string | null) => void;
};

export function PastNotice({ at, list, here, go }: Props) {
  // The rows on screen are of another moment while the next one is opened.
  const answer = list.isPlaceholderData ? undefined : list.data;
  return (
    <Suspense>
      <LazyPastBar at={at} answer={answer} error={list.error} here={here} go={go} />
    </Suspense>
  );
}

export function PastUnread({ failed, again }: { failed: boolean; again: () => void }) {
  const { t } = useTranslation('past');
  if (!failed) return <Skeleton lines={8} label={t('opening')} />;
  return <EmptyState title={t('failed')} action={<Button onPress={again}>{t('retry')}</Button>} />;
}
