/** Requests about patients' data: those that this person asked for, and those that this person may confirm. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DataRequestRow } from './DataRequestRow.tsx';
import { dataRequestsQuery } from './data-request-queries.ts';
import styles from './dataRequest.module.css';

export function DataRequests() {
  const { t } = useTranslation('dataRequest');
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(dataRequestsQuery(page));
  if (isError && !data)
    return (
      <EmptyState
        title={t('list.failed')}
        action={<Button onPress={() => void refetch()}>{t('list.retry')}</Button>}
      />
    );
  if (!data) return <Skeleton lines={6} label={t('list.loading')} />;
  const pages = Math.ceil(data.total / data.size);
  return (
    <Panel flush title={t('list.title')} count={data.total} className={styles.panel}>
      {data.items.length === 0 ? (
        <EmptyState title={t('list.empty')}>{t('list.emptyHow')}</EmptyState>
      ) : (
        <ul className={styles.list}>
          {data.items.map(item => (
            <DataRequestRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <div className={styles.pages}>
          <Pagination label={t('list.pages')} page={page} pages={pages} onPage={setPage} />
        </div>
      )}
    </Panel>
  );
}
