/** /retainerList: the retainer orders of every case that this person sees; rows change where they stand. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RetainerListItem, RetainerPage } from '#projections/retainers/view.ts';
import { useChanged } from '#web/lib/live.ts';
import { useSingleKeys } from '#web/lib/single-keys.ts';
import { me, retainerCounts, retainerItems, retainerNews } from '#web/lib/view.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyHints } from '#web/ui/kbd.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';
import { Table } from '#web/ui/table.tsx';
import { UpdatesPill } from '#web/ui/updates-pill.tsx';
import { orderHref, retainerColumns } from './columns.tsx';
import styles from './retainer.module.css';
import { applyHref, type RetainerSearch, retainersHref, retainersQuery } from './search.ts';

type Props = { search: RetainerSearch; go: (href: string) => void };
const statuses = [1, 2, 3, 4] as const;
const owners = ['Doctor', 'Designer'];

function Empty({ search, position }: { search: RetainerSearch; position: string }) {
  const { t } = useTranslation('retainer');
  if (search.filter !== undefined || search.q !== undefined)
    return (
      <EmptyState
        title={t('empty.filter')}
        action={<LinkButton href="/retainerList">{t('empty.clear')}</LinkButton>}
      />
    );
  const owner = owners.includes(position);
  return (
    <EmptyState
      title={t('empty.none')}
      action={
        owner && (
          <LinkButton variant="primary" href={applyHref()}>
            {t('new')}
          </LinkButton>
        )
      }
    >
      {t(`empty.${owner ? 'owner' : position === 'VendorAdmin' ? 'vendor' : 'others'}`)}
    </EmptyState>
  );
}

/** Orders that have come since the list was read, and reading it again. */
function useNews() {
  const client = useQueryClient();
  const { data: news = [] } = useQuery(retainerNews());
  return { news, show: () => client.invalidateQueries({ queryKey: ['retainers'] }) };
}

function Tabs({ search, go }: Props) {
  const { t } = useTranslation(['retainer', 'case']);
  const { news, show } = useNews();
  const { data: counts } = useQuery(retainerCounts());
  const all = counts && statuses.reduce((sum, status) => sum + counts[status], 0);
  return (
    <TabLinks
      label={t('retainer:tabs')}
      current={String(search.filter ?? 0)}
      tabs={[
        { id: '0', label: t('retainer:all'), count: all, href: retainersHref(search, { filter: undefined }) },
        ...statuses.map(filter => ({
          id: String(filter),
          label: t(`case:retainer.filter.${filter}`),
          count: counts?.[filter],
          href: retainersHref(search, { filter }),
        })),
      ]}
      end={
        <span className={styles.tools}>
          {news.length > 0 && (
            <UpdatesPill onPress={() => void show()}>
              {t('retainer:updates', { count: news.length })}
            </UpdatesPill>
          )}
          <span className={styles.search}>
            <SearchField
              key={search.q}
              label={t('retainer:search')}
              placeholder={t('retainer:search')}
              defaultValue={search.q ?? ''}
              tone="box"
              onSubmit={text => go(retainersHref(search, { q: text.trim() || undefined }))}
            />
          </span>
        </span>
      }
    />
  );
}

function Foot({
  search,
  page: { items, total, page, size },
}: {
  search: RetainerSearch;
  page: RetainerPage;
}) {
  const { t } = useTranslation('retainer');
  const pages = Math.max(1, Math.ceil(total / size));
  const from = (page - 1) * size;
  return (
    <div className={styles.foot}>
      <span className="t-small t-2 num">
        {t('range', { count: total, from: from + 1, to: from + items.length })}
      </span>
      {pages > 1 && (
        <Pagination
          label={t('pages')}
          page={page}
          pages={pages}
          href={n => retainersHref(search, { page: n })}
        />
      )}
    </div>
  );
}

export function RetainerList({ search, go }: Props) {
  const { t } = useTranslation(['retainer', 'case', 'rx']);
  const list = useQuery({
    ...retainerItems(retainersQuery(search)),
    placeholderData: keepPreviousData,
  });
  const { data: user } = useQuery(me());
  const changed = useChanged();
  const keys = useSingleKeys();
  const columns = useMemo(() => retainerColumns(t), [t]);
  const page = list.data;
  const position = user?.position ?? '';
  return (
    <div className="page">
      <header className={styles.head}>
        <h1 className="t-page">{t('retainer:title')}</h1>
        {owners.includes(position) && (
          <span className="push">
            <LinkButton href={applyHref()} variant="primary" icon={<Plus />}>
              {t('retainer:new')}
            </LinkButton>
          </span>
        )}
      </header>
      <Tabs search={search} go={go} />
      {list.isError && !page ? (
        <EmptyState
          title={t('retainer:failed')}
          action={<Button onPress={() => void list.refetch()}>{t('retainer:retry')}</Button>}
        />
      ) : (
        <Table<RetainerListItem>
          label={t('retainer:title')}
          className={styles.table}
          rows={page?.items ?? []}
          columns={columns}
          rowKey={order => order.id}
          rowLabel={order => `${order.id} ${order.patientName}`}
          onOpen={order => go(orderHref(order))}
          changed={changed}
          stale={list.isPlaceholderData || list.isError}
          singleKeys={keys}
          empty={<Empty search={search} position={position} />}
          footer={page && page.items.length > 0 && <Foot search={search} page={page} />}
        />
      )}
      <div className={`only-wide ${styles.hints}`}>
        <KeyHints
          items={[
            { keys: 'J K', label: t('retainer:keys.move') },
            { keys: 'Enter', label: t('retainer:keys.open') },
          ]}
        />
      </div>
    </div>
  );
}
