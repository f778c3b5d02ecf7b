/** /analysis/replay: the organisation as of any second. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { Replay } from './Replay.tsx';
import { readReplayAddress, replayHref } from './replay-address.ts';
import { useFollowLiveHistory } from './useFollowLiveHistory.ts';
import { useReplayHistory } from './useReplayHistory.ts';

export function ReplayScreen({ search, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const address = readReplayAddress(search);
  const { history, failed, near, setNear, refetch } = useReplayHistory(address.at);
  const { data: desk } = useQuery(deskSettingsQuery());
  if (failed)
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
  const goFar = (at: number) => {
    setNear(at);
    go(replayHref({ ...address, at, live: false }), true);
  };
  return (
    <Replay
      key={history.track.from}
      {...{ history, address, near, go }}
      holidays={desk?.days ?? []}
      onFar={goFar}
    />
  );
}

/** Shown before the first case. The replay appears with the first case. */
function EmptyReplay() {
  const { t } = useTranslation('analysis');
  useFollowLiveHistory(null, null);
  return <EmptyState title={t('replay.empty')}>{t('replay.emptyHow')}</EmptyState>;
}
