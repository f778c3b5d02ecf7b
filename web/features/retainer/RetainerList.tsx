/** /retainerList: retainer orders of all cases that this person sees; rows update in place. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isCaseOwner } from '#events/person/position.ts';
import type { RetainerPage } from '#projections/retainers/view.ts';
import { PastMomentLink } from '#web/features/past/PastMomentLink.tsx';
import { PastMomentNotice } from '#web/features/past/PastMomentNotice.tsx';
import { PastRowsPlaceholder } from '#web/features/past/PastRowsPlaceholder.tsx';
import { useChangedCaseIds } from '#web/lib/live-state.ts';
import { currentUserQuery, newRetainerOrderIdsQuery, retainerCountsQuery } from '#web/lib/queries.ts';
import { useSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { useListRowsQuery } from '#web/lib/useListRowsQuery.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ListFooter, ListScreen, shownRowRange } from '#web/ui/list-screen.tsx';
import { retainerColumns, retainerOrderHref } from './columns.tsx';
import { type RetainerSearch, retainerFormHref, retainerListSearch } from './retainer-search.ts';

type Props = { search: RetainerSearch; go: (href: string) => void; now: number };
const statuses = [1, 2, 3, 4] as const;

function Empty({ search, position }: { search: RetainerSearch; position: string }) {
  const { t } = useTranslation('retainer');
  if (retainerListSearch.isNarrowed(search))
    return (
      <EmptyState
        title={t('empty.filter')}
        action={<LinkButton href="/retainerList">{t('empty.clear')}</LinkButton>}
      />
    );
  const owner = isCaseOwner(position);
  return (
    <EmptyState
      title={t('empty.none')}
      action={
        owner && (
          <LinkButton variant="primary" href={retainerFormHref()}>
            {t('new')}
          </LinkButton>
        )
      }
    >
      {t(`empty.${owner ? 'owner' : position === 'VendorAdmin' ? 'vendor' : 'others'}`)}
    </EmptyState>
  );
}

function useTabs(search: RetainerSearch, then: RetainerPage['counts'] | undefined) {
  const { t } = useTranslation(['retainer', 'case']);
  const { data: live } = useQuery({ ...retainerCountsQuery(), enabled: search.at === undefined });
  const counts = search.at === undefined ? live : then;
  const all = counts && statuses.reduce((sum, status) => sum + counts[status], 0);
  const tab = (filter: (typeof statuses)[number] | undefined, label: string, count: number | undefined) => ({
    id: String(filter ?? 0),
    label,
    count,
    href: retainerListSearch.href(search, { filter }),
  });
  return [
    tab(undefined, t('retainer:all'), all),
    ...statuses.map(status => tab(status, t(`case:retainer.filter.${status}`), counts?.[status])),
  ];
}

/** New orders since the list was read, and a button that reloads it. */
function useUpdates() {
  const { t } = useTranslation('retainer');
  const client = useQueryClient();
  const { data: news = [] } = useQuery(newRetainerOrderIdsQuery());
  return (
    news.length > 0 && {
      text: t('updates', { count: news.length }),
      onPress: () => void client.invalidateQueries({ queryKey: ['retainers'] }),
    }
  );
}

/** Replaces the table until the list is read, if that takes long or has failed. */
function unread(isPast: boolean, list: { isError: boolean; refetch: () => Promise<unknown> }) {
  const again = () => void list.refetch();
  if (isPast) return <PastRowsPlaceholder failed={list.isError} again={again} />;
  return list.isError && <Failed again={again} />;
}

function Failed({ again }: { again: () => void }) {
  const { t } = useTranslation('retainer');
  return <EmptyState title={t('failed')} action={<Button onPress={again}>{t('retry')}</Button>} />;
}

export function RetainerList({ search, go, now }: Props) {
  const { at } = search;
  const { t } = useTranslation(['retainer', 'case', 'rx']);
  const list = useListRowsQuery(retainerListSearch, search);
  const { data: user } = useQuery(currentUserQuery());
  const updates = useUpdates();
  const changed = useChangedCaseIds();
  const keys = useSingleKeysEnabled();
  const tabs = useTabs(search, list.data?.counts);
  const columns = useMemo(() => retainerColumns(t, at), [t, at]);
  const { items = [], page = 1, size = 10, total = 0 } = list.data ?? {};
  const position = user?.position ?? '';
  return (
    <ListScreen
      title={t('retainer:title')}
      actions={
        at === undefined && (
          <>
            <PastMomentLink href={retainerListSearch.href(search)} now={now} />
            {isCaseOwner(position) && (
              <LinkButton href={retainerFormHref()} variant="primary" icon={<Plus />}>
                {t('retainer:new')}
              </LinkButton>
            )}
          </>
        )
      }
      notice={
        at !== undefined && (
          <PastMomentNotice
            at={at}
            list={list}
            here="/retainerList"
            go={to => go(retainerListSearch.href(search, { at: to }))}
          />
        )
      }
      tabs={{ label: t('retainer:tabs'), current: String(search.filter ?? 0), tabs }}
      updates={at === undefined && updates}
      search={{
        label: t('retainer:search'),
        value: search.q,
        onSubmit: q => go(retainerListSearch.href(search, { q })),
      }}
      failed={!list.data && unread(at !== undefined, list)}
      table={{
        rows: items,
        columns,
        rowKey: order => order.id,
        rowLabel: order => `${order.id} ${order.patientName}`,
        onOpen: order => go(retainerOrderHref(order, at)),
        changed: at === undefined ? changed : undefined,
        stale: list.isPlaceholderData || list.isError,
        singleKeys: keys,
        empty: <Empty search={search} position={position} />,
        footer: items.length > 0 && (
          <ListFooter
            text={t('retainer:range', { count: total, ...shownRowRange(page, size, items.length) })}
            list={{ total, page, size }}
            label={t('retainer:pages')}
            href={n => retainerListSearch.href(search, { page: n })}
          />
        ),
      }}
      hints={[
        { keys: 'J K', label: t('retainer:keys.move') },
        { keys: 'Enter', label: t('retainer:keys.open') },
      ]}
    />
  );
}
