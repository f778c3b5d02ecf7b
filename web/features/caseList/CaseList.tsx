/** /caseList: all cases that this person sees, filtered by the address; rows update in place. */
import { useQuery } from '@tanstack/react-query';
import { FileDown, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClinician } from '#events/person/position.ts';
import type { CaseCounts, CaseListItem } from '#projections/caseList/item.ts';
import { ActionHost } from '#web/features/action/ActionHost.tsx';
import { PastMomentLink } from '#web/features/past/PastMomentLink.tsx';
import { PastMomentNotice } from '#web/features/past/PastMomentNotice.tsx';
import { PastRowsPlaceholder } from '#web/features/past/PastRowsPlaceholder.tsx';
import { hrefAtMoment } from '#web/features/past/past-moment-context.ts';
import { formatSort, parseSort } from '#web/lib/list-search.ts';
import { useChangedCaseIds, usePendingChangeCount } from '#web/lib/live-state.ts';
import { caseCountsQuery, currentUserQuery } from '#web/lib/queries.ts';
import { useSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { useListRowsQuery } from '#web/lib/useListRowsQuery.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ListScreen } from '#web/ui/list-screen.tsx';
import { BulkActionProgress } from './BulkActions.tsx';
import { CaseListFoot } from './CaseListFoot.tsx';
import { ColumnMenu, useColumnChoice } from './ColumnMenu.tsx';
import { type CaseSearch, caseListSearch } from './case-list-search.ts';
import { shownColumns } from './column-choice.ts';
import { caseColumns } from './columns.tsx';
import { GroupFilters, TypeMenu } from './Filters.tsx';
import { useBulkAction } from './useBulkAction.ts';
import { useMayExportCases } from './useMayExportCases.ts';

type Props = { search: CaseSearch; go: (href: string) => void; now: number };

function Empty({ search, mayCreate }: { search: CaseSearch; mayCreate: boolean }) {
  const { t } = useTranslation('caseList');
  if (caseListSearch.isNarrowed(search))
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

/** Rows of this page and earlier pages: selected rows may be on any of them. */
function useKnown(items: readonly CaseListItem[]): ReadonlyMap<string, CaseListItem> {
  const known = useRef(new Map<string, CaseListItem>());
  for (const item of items) known.current.set(item.caseId, item);
  return known.current;
}

function useTabs(search: CaseSearch, tally: CaseCounts | undefined) {
  const { t } = useTranslation('caseList');
  return [
    {
      id: 'all',
      label: t('tab.all'),
      count: tally?.filters[0],
      href: caseListSearch.href(search, { tab: null }),
    },
    {
      id: 'action',
      label: t('tab.action'),
      count: tally?.waiting,
      countTone: 'warn' as const,
      href: caseListSearch.href(search, { tab: 'action' }),
    },
  ];
}

function Actions({ search, mayCreate, now }: { search: CaseSearch; mayCreate: boolean; now: number }) {
  const { t } = useTranslation('caseList');
  const exported = caseListSearch.query({ ...search, page: undefined });
  const mayExport = useMayExportCases();
  return (
    <>
      <PastMomentLink href={caseListSearch.href(search)} now={now} />
      {mayExport && (
        <LinkButton href={`/api/cases/export.xlsx?${exported}`} icon={<FileDown />} download>
          {t('export')}
        </LinkButton>
      )}
      {mayCreate && (
        <LinkButton href="/addCase/pcEnter" variant="primary" icon={<Plus />}>
          {t('new')}
        </LinkButton>
      )}
    </>
  );
}

/** The selected rows, and the bulk action on them. */
function useChosen(items: readonly CaseListItem[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const bulk = useBulkAction(notDone => setSelected(new Set(notDone)));
  const known = useKnown(items);
  return { selected, setSelected, bulk, items: [...selected].flatMap(id => known.get(id) ?? []) };
}
export type CaseSelection = ReturnType<typeof useChosen>;

/** The chosen columns, and the menu for choosing them. */
function useColumns(now: number, at: string | undefined) {
  const { t, i18n } = useTranslation(['caseList', 'case', 'rx', 'action']);
  const { data: user } = useQuery(currentUserQuery());
  const { chosen, choose } = useColumnChoice(user?.id);
  const columns = useMemo(
    () => shownColumns(caseColumns({ t, lang: i18n.language, now, at }), chosen),
    [t, i18n.language, now, at, chosen],
  );
  return { columns, menu: <ColumnMenu chosen={chosen} choose={choose} /> };
}

function useHints() {
  const { t } = useTranslation('caseList');
  return [
    { keys: 'J K', label: t('keys.move') },
    { keys: 'Enter', label: t('keys.open') },
    { keys: 'X', label: t('keys.select') },
    { keys: 'Ctrl K', label: t('keys.all') },
  ];
}

/** The rows, their counts, and whether this person may create cases. */
function useCases(search: CaseSearch) {
  const list = useListRowsQuery(caseListSearch, search);
  const isPast = search.at !== undefined;
  const { data: live } = useQuery({ ...caseCountsQuery(), enabled: !isPast });
  const { data: user } = useQuery(currentUserQuery());
  // Counts with a keyword or of a past moment come with the list; other counts are live.
  const tally = search.q || isPast ? list.data?.counts : live;
  return { list, tally, mayCreate: isClinician(user?.position) };
}

const noCases: ReadonlySet<string> = new Set();

/** Changes since the list was read. A past moment does not change. */
function useLiveMarks(at: string | undefined) {
  const changed = useChangedCaseIds();
  const updates = usePendingChangeCount();
  return at === undefined ? { changed, updates } : { changed: noCases, updates: 0 };
}

const nothing = { items: [], total: 0, page: 1, size: 10 };

export function CaseList({ search, go, now }: Props) {
  const { t } = useTranslation('caseList');
  const { list, tally, mayCreate } = useCases(search);
  const { at } = search;
  const live = useLiveMarks(at);
  const keys = useSingleKeysEnabled();
  const shown = list.data ?? nothing;
  const { items } = shown;
  const chosen = useChosen(items);
  const { columns, menu } = useColumns(list.data?.asOf ? Date.parse(list.data.asOf.at) : now, at);
  const hints = useHints();
  const tabs = useTabs(search, tally);
  return (
    <ActionHost>
      <ListScreen
        title={t('title')}
        actions={at === undefined && <Actions search={search} mayCreate={mayCreate} now={now} />}
        notice={
          at !== undefined && (
            <PastMomentNotice
              at={at}
              list={list}
              here="/caseList"
              go={to => go(caseListSearch.href(search, { at: to }))}
            />
          )
        }
        tabs={{ label: t('tabs'), current: search.tab ?? 'all', tabs }}
        updates={
          live.updates > 0 && {
            text: t('updates', { count: live.updates }),
            onPress: () => void list.refetch(),
          }
        }
        search={{
          // Wide windows have the search in the top bar.
          narrow: true,
          label: t('search'),
          value: search.q,
          onSubmit: q => go(caseListSearch.href(search, { q })),
        }}
        tools={
          <>
            <TypeMenu search={search} go={go} />
            <span className="only-wide">{menu}</span>
          </>
        }
        filters={[<GroupFilters key="groups" search={search} counts={tally} />]}
        failed={
          at !== undefined &&
          !list.data && <PastRowsPlaceholder failed={list.isError} again={() => void list.refetch()} />
        }
        table={{
          rows: items,
          columns,
          rowKey: item => item.caseId,
          rowLabel: item => `${item.caseId} ${item.patientName}`,
          onOpen: item => go(hrefAtMoment(`/caseDetail?id=${item.caseId}`, at)),
          sort: parseSort(search.sort ?? '-updatedAt'),
          sortHref: order => caseListSearch.href(search, { sort: formatSort(order) }),
          selected: chosen.selected,
          onSelect: at === undefined ? chosen.setSelected : undefined,
          changed: live.changed,
          stale: list.isPlaceholderData || list.isError,
          singleKeys: keys,
          empty: <Empty search={search} mayCreate={mayCreate} />,
          footer: items.length > 0 && (
            <CaseListFoot search={search} list={shown} updates={live.updates} chosen={chosen} />
          ),
        }}
        hints={hints}
      >
        <BulkActionProgress bulk={chosen.bulk} />
      </ListScreen>
    </ActionHost>
  );
}
