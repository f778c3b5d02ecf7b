/** /analysis/replay: the organisation as of any second. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serviceDesk } from '#web/lib/chat-queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { Replay } from './Replay.tsx';
import { readReplayAddress } from './replay-address.ts';
import { replayHistory } from './replay-queries.ts';
import { useLiveHistory } from './useLiveHistory.ts';

export function ReplayScreen({ search, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  // The server renders the page without the history, which only a browser plays.
  const isBrowser = typeof document !== 'undefined';
  const { data: history, error, isFetching, refetch } = useQuery({ ...replayHistory(), enabled: isBrowser });
  const { data: desk } = useQuery(serviceDesk());
  if (error && !isFetching)
    return (
      <Banner
        tone="danger"
        title={t('replay.failed')}
        actions={<Button onPress={() => void refetch()}>{t('error:retry')}</Button>}
      >
        {t('replay.failedHow')}
      </Banner>
    );
  if (history === undefined) return <Skeleton lines={8} label={t('replay.loading')} />;
  if (history === null) return <EmptyReplay />;
  return <Replay history={history} address={readReplayAddress(search)} holidays={desk?.days ?? []} go={go} />;
}

/** Before the first case. Appears as a replay once it is there. */
function EmptyReplay() {
  const { t } = useTranslation('analysis');
  useLiveHistory(null);
  return <EmptyState title={t('replay.empty')}>{t('replay.emptyHow')}</EmptyState>;
}
