/** The back office's audit: filters, entries with their details, and exports. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackOfficeSectionProps } from '#web/lib/back-office-search-params.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { AuditEntryDrawer } from './AuditEntryDrawer.tsx';
import { AuditExport } from './AuditExport.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import styles from './audit.module.css';
import { type AuditSearch, auditHref, readAuditSearch } from './audit-links.ts';
import { type AuditItem, auditEntriesQuery, loadMoreAuditEntries } from './audit-queries.ts';
import { useAuditColumns } from './useAuditColumns.tsx';

export function AuditSection({ search: given, go }: BackOfficeSectionProps) {
  const { t } = useTranslation('audit');
  const search = readAuditSearch(given);
  const { data, isError, refetch } = useQuery(auditEntriesQuery(search));
  return (
    <>
      <div className={styles.head}>
        <p className="t-2">{t('lead')}</p>
        <AuditExport search={search} />
      </div>
      <AuditFilters search={search} go={go} items={data?.items ?? []} />
      {data ? (
        <Entries search={search} go={go} items={data.items} next={data.next} />
      ) : isError ? (
        <EmptyState
          title={t('failed')}
          action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Skeleton lines={8} label={t('loading')} />
      )}
      {search.id && (
        <AuditEntryDrawer
          key={search.id}
          id={search.id}
          search={search}
          known={data?.items.find(({ id }) => id === search.id)}
          onClose={() => go(auditHref(search, { id: undefined }))}
        />
      )}
    </>
  );
}

type EntriesProps = {
  search: AuditSearch;
  go: BackOfficeSectionProps['go'];
  items: readonly AuditItem[];
  next: string | null;
};

function Entries({ search, go, items, next }: EntriesProps) {
  const { t } = useTranslation('audit');
  const columns = useAuditColumns(search);
  const { id: _open, ...filter } = search;
  const isNarrowed = Object.values(filter).some(value => value !== undefined);
  return (
    <Table
      label={t('section')}
      rows={items}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={({ id }) => go(auditHref(search, { id }))}
      empty={
        next !== null ? (
          <EmptyState title={t('searched')} action={<More search={search} next={next} />} />
        ) : isNarrowed ? (
          <EmptyState
            title={t('emptyFilter')}
            action={<LinkButton href={auditHref({})}>{t('clear')}</LinkButton>}
          >
            {t('emptyFilterHow')}
          </EmptyState>
        ) : (
          <EmptyState title={t('empty')}>{t('emptyHow')}</EmptyState>
        )
      }
      footer={
        items.length > 0 &&
        (next === null ? (
          <span className="t-small t-2">{t('end')}</span>
        ) : (
          <More search={search} next={next} />
        ))
      }
    />
  );
}

function More({ search, next }: { search: AuditSearch; next: string }) {
  const { t } = useTranslation('audit');
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = async () => {
    setState('loading');
    setState(
      await loadMoreAuditEntries(search, next).then(
        () => 'idle' as const,
        () => 'failed' as const,
      ),
    );
  };
  return (
    <span className={styles.more}>
      <Button pending={state === 'loading'} onPress={() => void load()}>
        {t('more')}
      </Button>
      {state === 'failed' && <span role="alert">{t('failed')}</span>}
    </span>
  );
}
