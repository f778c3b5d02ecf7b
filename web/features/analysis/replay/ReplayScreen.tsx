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
import { replayTrack } from './replay-queries.ts';

export function ReplayScreen({ search, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const { data: track, error, isFetching, refetch } = useQuery({ ...replayTrack(), enabled: typeof document !== 'undefined' });
  const { data: desk } = useQuery(serviceDesk());
  if (error && !isFetching)
    return (
      <Banner tone="danger" title={t('replay.failed')} actions={<Button onPress={() => void refetch()}>{t('error:retry')}</Button>}>
        {t('replay.failedHow')}
      </Banner>
    );
  if (track === undefined) return <Skeleton lines={8} label={t('replay.loading')} />;
  if (track === null) return <EmptyState title={t('replay.empty')}>{t('replay.emptyHow')}</EmptyState>;
  return <Replay track={track} address={readReplayAddress(search)} holidays={desk?.days ?? []} go={go} />;
}
