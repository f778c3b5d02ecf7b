/** The person's exports, and the form that orders one. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './data.module.css';
import { ExportForm } from './ExportForm.tsx';
import { ExportRow } from './ExportRow.tsx';
import { ownExportsQuery } from './export-queries.ts';

export function ExportsPanel() {
  const { t } = useTranslation('analysis');
  const { data, error, refetch } = useQuery(ownExportsQuery());
  if (error && !data)
    return (
      <EmptyState
        title={error instanceof ApiError && error.message ? error.message : t('report.failed')}
        action={<Button onPress={() => void refetch()}>{t('data.retry')}</Button>}
      />
    );
  if (!data) return <Skeleton lines={8} label={t('data.loading')} />;
  const { items, limits, facts, zone } = data;
  return (
    <>
      <Panel title={t('data.new')}>
        <ExportForm mayHaveFacts={facts} />
      </Panel>
      <Panel
        flush
        title={t('data.exports')}
        count={items.length}
        note={t('data.kept', { days: limits.days })}
      >
        {items.length === 0 ? (
          <EmptyState title={t('data.none')}>{t('data.noneHow')}</EmptyState>
        ) : (
          <ul className={styles.list} aria-label={t('data.exports')}>
            {items.map(item => (
              <ExportRow key={item.id} item={item} zone={zone} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
