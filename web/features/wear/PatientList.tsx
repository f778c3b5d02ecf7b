/** /patientFilterList: who wears which aligner today. Rows hold days; at the clinic's midnight the page moves by itself. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayIn, defaultZone } from '#events/case/calendar.ts';
import type { PatientItem } from '#projections/patients/view.ts';
import { ActionHost } from '#web/features/action/ActionHost.tsx';
import { useChanged } from '#web/lib/live.ts';
import { useSingleKeys } from '#web/lib/single-keys.ts';
import { patientItems } from '#web/lib/view.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Table } from '#web/ui/table.tsx';
import { FilterMenus, TypeChips } from './PatientFilters.tsx';
import { patientColumns } from './patient-columns.tsx';
import { isFiltered, type PatientSearch, patientsHref, patientsQuery } from './search.ts';
import { WearDrawer } from './WearDrawer.tsx';
import styles from './wear.module.css';

type Props = { search: PatientSearch; go: (href: string, replace?: boolean) => void; now: number };

/** Who is late, and in which order, is counted by the server: it is asked again once the day is another. */
function useNewDay(day: string, run: () => void): void {
  const known = useRef(day);
  useEffect(() => {
    if (known.current === day) return;
    known.current = day;
    run();
  });
}

function Empty({ search }: { search: PatientSearch }) {
  const { t } = useTranslation('wear');
  if (isFiltered(search))
    return (
      <EmptyState
        title={t('empty.filter')}
        action={<LinkButton href="/patientFilterList">{t('empty.clear')}</LinkButton>}
      />
    );
  return (
    <EmptyState
      title={t('empty.title')}
      action={<LinkButton href="/caseList?filter=8">{t('empty.cases')}</LinkButton>}
    >
      {t('empty.how')}
    </EmptyState>
  );
}

function Foot({
  search,
  list,
}: {
  search: PatientSearch;
  list: { total: number; page: number; size: number };
}) {
  const { t } = useTranslation('wear');
  const pages = Math.max(1, Math.ceil(list.total / list.size));
  return (
    <div className={styles.foot}>
      <span className="t-small t-2 num">{t('count', { count: list.total })}</span>
      {pages > 1 && (
        <Pagination
          label={t('pages')}
          page={list.page}
          pages={pages}
          href={page => patientsHref(search, { page })}
        />
      )}
    </div>
  );
}

export function PatientList({ search, go, now }: Props) {
  const { t } = useTranslation(['wear', 'rx', 'case', 'action']);
  const list = useQuery({ ...patientItems(patientsQuery(search)), placeholderData: keepPreviousData });
  const changed = useChanged();
  const keys = useSingleKeys();
  const items = list.data?.items ?? [];
  useNewDay(dayIn(items[0]?.zone ?? defaultZone, now), () => void list.refetch());
  const columns = useMemo(
    () => patientColumns({ t, now, hrefOf: caseId => patientsHref(search, { wear: caseId }) }),
    [t, now, search],
  );
  const sort = search.sort ?? 'due';
  return (
    <ActionHost>
      <div className="page">
        <header className={styles.head}>
          <h1 className="t-page">{t('wear:title')}</h1>
          <span className={styles.search}>
            <SearchField
              key={search.q}
              label={t('wear:search')}
              placeholder={t('wear:search')}
              defaultValue={search.q ?? ''}
              tone="box"
              onSubmit={text => go(patientsHref(search, { q: text.trim() || null }))}
            />
          </span>
        </header>
        <div className={styles.groups}>
          <TypeChips search={search} types={list.data?.types} />
        </div>
        <div className={`${styles.tools} ${styles.groups}`}>
          <FilterMenus search={search} go={go} clinics={list.data?.clinics ?? []} />
        </div>
        <Table<PatientItem>
          label={t('wear:title')}
          rows={items}
          columns={columns}
          rowKey={item => item.caseId}
          rowLabel={item => `${item.caseId} ${item.patientName}`}
          onOpen={item => go(patientsHref(search, { wear: item.caseId }))}
          sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
          sortHref={({ column, descending }) =>
            patientsHref(search, { sort: `${descending ? '-' : ''}${column}` })
          }
          changed={changed}
          stale={list.isPlaceholderData || list.isError}
          singleKeys={keys}
          empty={<Empty search={search} />}
          footer={items.length > 0 && list.data && <Foot search={search} list={list.data} />}
        />
      </div>
      {search.wear && (
        <WearDrawer caseId={search.wear} onClose={() => go(patientsHref(search, { wear: null }), true)} />
      )}
    </ActionHost>
  );
}
