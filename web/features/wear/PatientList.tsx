/**
 * /patientFilterList: patients and their current aligners. Rows contain dates; the page updates at the
 * clinic's midnight.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInZone, defaultZone } from '#events/case/calendar.ts';
import { mayTakePart } from '#events/chat/kinds.ts';
import { formatSort, parseSort } from '#web/lib/list-search.ts';
import { useChangedCaseIds } from '#web/lib/live-state.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { useSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { useListRowsQuery } from '#web/lib/useListRowsQuery.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ListFooter, ListScreen } from '#web/ui/list-screen.tsx';
import { PatientFilterMenus, WearStateFilterChips } from './PatientFilters.tsx';
import { patientColumns } from './patient-columns.tsx';
import { type PatientSearch, patientListSearch } from './patient-search.ts';
import { WearDrawer } from './WearDrawer.tsx';
import styles from './wear.module.css';

type Props = { search: PatientSearch; go: (href: string, replace?: boolean) => void; now: number };

/** Reloads on a new day: the server computes delays and order. */
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
  if (patientListSearch.isNarrowed(search))
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

export function PatientList({ search, go, now }: Props) {
  const { t } = useTranslation(['wear', 'rx', 'case', 'action']);
  const list = useListRowsQuery(patientListSearch, search);
  const { data: user } = useQuery(currentUserQuery());
  const talks = user !== undefined && mayTakePart(user.position, 'case');
  const changed = useChangedCaseIds();
  const keys = useSingleKeysEnabled();
  const { items = [], total = 0, page = 1, size = 10, types, clinics = [] } = list.data ?? {};
  useNewDay(dayInZone(items[0]?.zone ?? defaultZone, now), () => void list.refetch());
  const recordHref = (wear: string | null) => patientListSearch.href(search, { wear });
  const columns = useMemo(
    () => patientColumns({ t, now, talks, hrefOf: wear => patientListSearch.href(search, { wear }) }),
    [t, now, search, talks],
  );
  return (
    <>
      <ListScreen
        title={t('wear:title')}
        search={{
          label: t('wear:search'),
          value: search.q,
          onSubmit: q => go(patientListSearch.href(search, { q })),
        }}
        filters={[
          <WearStateFilterChips key="types" search={search} types={types} />,
          <div key="menus" className={styles.tools}>
            <PatientFilterMenus search={search} go={go} clinics={clinics} />
          </div>,
        ]}
        table={{
          rows: items,
          columns,
          rowKey: item => item.caseId,
          rowLabel: item => `${item.caseId} ${item.patientName}`,
          onOpen: item => go(recordHref(item.caseId)),
          sort: parseSort(search.sort ?? 'due'),
          sortHref: order => patientListSearch.href(search, { sort: formatSort(order) }),
          changed,
          stale: list.isPlaceholderData || list.isError,
          singleKeys: keys,
          empty: <Empty search={search} />,
          footer: items.length > 0 && (
            <ListFooter
              text={t('wear:count', { count: total })}
              list={{ total, page, size }}
              label={t('wear:pages')}
              href={n => patientListSearch.href(search, { page: n })}
            />
          ),
        }}
      />
      {search.wear && <WearDrawer caseId={search.wear} onClose={() => go(recordHref(null), true)} />}
    </>
  );
}
