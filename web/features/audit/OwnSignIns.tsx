/** The newest sign-ins to the own account, failed ones included. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { ownSignInsQuery } from './audit-queries.ts';
import { useAuditFormatters } from './useAuditFormatters.ts';

export function OwnSignIns() {
  const { t } = useTranslation('audit');
  const words = useAuditFormatters();
  const { data, isError, refetch } = useQuery(ownSignInsQuery());
  return (
    <Panel title={t('own.title')} note={t('own.lead')}>
      {data ? (
        data.length === 0 ? (
          <p className="t-2">{t('own.none')}</p>
        ) : (
          <Timeline
            label={t('own.title')}
            days={[
              {
                items: data.map(item => ({
                  id: item.id,
                  time: formatMoment(item.at),
                  dateTime: item.at,
                  title: words.act(item),
                  tone: item.kind === 'failure' || item.kind === 'freeze' ? 'warn' : 'neutral',
                  note: [words.details(item), item.range && words.range(item.range)]
                    .filter(Boolean)
                    .join(' · '),
                })),
              },
            ]}
          />
        )
      ) : isError ? (
        <EmptyState
          title={t('own.failed')}
          action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Skeleton lines={4} label={t('loading')} />
      )}
    </Panel>
  );
}
