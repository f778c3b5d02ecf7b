/** /caseList: every case that this person sees, as the address says; rows change where they stand. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileDown, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClinician } from '#events/person/position.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { ActionHost } from '#web/features/action/ActionHost.tsx';
import { useChanged, usePending } from '#web/lib/live.ts';
import { useSingleKeys } from '#web/lib/single-keys.ts';
import { caseItems, counts, me } from '#web/lib/view.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyHints } from '#web/ui/kbd.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';
import { Table } from '#web/ui/table.tsx';
import { UpdatesPill } from '#web/ui/updates-pill.tsx';
import { BulkProgress } from './BulkActs.tsx';
import { Chosen } from './Chosen.tsx';
import { ColumnMenu, useColumnChoice } from './ColumnMenu.tsx';
import styles from './caseList.module.css';
import { shownColumns } from './column-choice.ts';
import { caseColumns } from './columns.tsx';
import { GroupFilters, TypeMenu } from './Filters.tsx';
import { type CaseSearch, listHref, listQuery, shownRange } from './search.ts';
import { useBulk } from './useBulk.ts';

type Props = { search: CaseSearch; go: (href: string) => void; now: number };

function Empty({ search, mayCreate }: { search: CaseSearch; mayCreate: boolean }) {
  const { t } = useTranslation('caseList');
  const filtered =
    search.filter !== undefined ||
    search.counter ||
    search.q ||
    search.type ||
    search.method ||
    search.archived;
  if (filtered)
    return (
      <EmptyState
        title={t('empty.filter')}
        action={<LinkButton href="/caseList">{t('empty.clear')}</LinkButton>}
      />
    );
  if (search.tab === 'action') return <EmptyState title={t('empty.action')} />;
  if (!mayCreate) return <EmptyState title={t('empty.none')} />;
  return (
    <EmptyState
      title={t('empty.first')}
      action={
        <LinkButton variant="primary" href="/addCase/pcEnter">
          {t('new')}
        </LinkButton>
      }
    >
      {t('empty.firstHow')}
    </EmptyState>
  );
}

/** Rows of this page and of pages seen before: a chosen row may be on any of them. */
function useKnown(items: readonly CaseListItem[]): ReadonlyMap<string, CaseListItem> {
  const known = useRef(new Map<string, CaseListItem>());
  for (const item of items) known.current.set(item.caseId, item);
  return known.current;
}

export function CaseList({ search, go, now }: Props) {
  const { t, i18n } = useTranslation(['caseList', 'case', 'rx', 'action']);
  const list = useQuery({ ...caseItems(listQuery(search)), placeholderData: keepPreviousData });
  const { data: user } = useQuery(me());
  const { data: live } = useQuery(counts());
  // Counts under a keyword are read with the list; all other counts are live.
  const tally = search.q ? list.data?.counts : live;
  const changed = useChanged();
  const updates = usePending();
  const keys = useSingleKeys();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const bulk = useBulk(notDone => setSelected(new Set(notDone)));
  const { chosen, choose } = useColumnChoice(user?.id);
  const columns = useMemo(
    () => shownColumns(caseColumns({ t, lang: i18n.language, now }), chosen),
    [t, i18n.language, now, chosen],
  );
  const mayCreate = isClinician(user?.position);
  const { items = [], total = 0, page = 1, size = 10 } = list.data ?? {};
  const pages = Math.max(1, Math.ceil(total / size));
  const known = useKnown(items);
  const sort = search.sort ?? '-updatedAt';
  const sortKey = sort.replace('-', '');
  return (
    <ActionHost>
      <div className="page">
        <header className={styles.head}>
          <h1 className="t-page">{t('caseList:title')}</h1>
          <span className="push row">
            <LinkButton
              href={`/api/cases/export.xlsx?${listQuery({ ...search, page: undefined })}`}
              icon={<FileDown />}
              download
            >
              {t('caseList:export')}
            </LinkButton>
            {mayCreate && (
              <LinkButton href="/addCase/pcEnter" variant="primary" icon={<Plus />}>
                {t('caseList:new')}
              </LinkButton>
            )}
          </span>
        </header>
        <TabLinks
          label={t('caseList:tabs')}
          current={search.tab ?? 'all'}
          tabs={[
            {
              id: 'all',
              label: t('caseList:tab.all'),
              count: tally?.filters[0],
              href: listHref(search, { tab: null }),
            },
            {
              id: 'action',
              label: t('caseList:tab.action'),
              count: tally?.waiting,
              countTone: 'warn',
              href: listHref(search, { tab: 'action' }),
            },
          ]}
          end={
            <span className={styles.tools}>
              {updates > 0 && (
                <UpdatesPill onPress={() => void list.refetch()}>
                  {t('caseList:updates', { count: updates })}
                </UpdatesPill>
              )}
              <span className={styles.search}>
                <SearchField
                  key={search.q}
                  label={t('caseList:search')}
                  placeholder={t('caseList:search')}
                  defaultValue={search.q ?? ''}
                  tone="box"
                  onSubmit={text => go(listHref(search, { q: text.trim() || null }))}
                />
              </span>
              <TypeMenu search={search} go={go} />
              <span className="only-wide">
                <ColumnMenu chosen={chosen} choose={choose} />
              </span>
            </span>
          }
        />
        <div className={styles.groups}>
          <GroupFilters search={search} counts={tally} />
        </div>
        <Table<CaseListItem>
          label={t('caseList:title')}
          rows={items}
          columns={columns}
          rowKey={item => item.caseId}
          rowLabel={item => `${item.caseId} ${item.patientName}`}
          onOpen={item => go(`/caseDetail?id=${item.caseId}`)}
          sort={{ column: sortKey, descending: sort.startsWith('-') }}
          sortHref={({ column, descending }) =>
            listHref(search, { sort: `${descending ? '-' : ''}${column}` })
          }
          selected={selected}
          onSelect={setSelected}
          changed={changed}
          stale={list.isPlaceholderData || list.isError}
          singleKeys={keys}
          empty={<Empty search={search} mayCreate={mayCreate} />}
          footer={
            items.length > 0 && (
              <div className={styles.foot}>
                <span className="t-small t-2 num">
                  {t('caseList:range', {
                    count: total,
                    ...shownRange(page, size, items.length),
                  })}
                  {updates > 0 && ` · ${t('caseList:whenRead')}`}
                </span>
                <Chosen
                  ids={[...selected]}
                  items={[...selected].flatMap(id => known.get(id) ?? [])}
                  bulk={bulk}
                  onClear={() => setSelected(new Set())}
                />
                {pages > 1 && (
                  <Pagination
                    label={t('caseList:pages')}
                    page={page}
                    pages={pages}
                    href={p => listHref(search, { page: p })}
                  />
                )}
              </div>
            )
          }
        />
        <BulkProgress bulk={bulk} />
        <div className={`only-wide ${styles.hints}`}>
          <KeyHints
            items={[
              { keys: 'J K', label: t('caseList:keys.move') },
              { keys: 'Enter', label: t('caseList:keys.open') },
              { keys: 'X', label: t('caseList:keys.select') },
              { keys: 'Ctrl K', label: t('caseList:keys.all') },
            ]}
          />
        </div>
      </div>
    </ActionHost>
  );
}
