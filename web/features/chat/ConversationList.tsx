/**
 * A person's conversations: for desk staff by waiting time; for others technical service first, then their
 * cases.
 */

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDeskPosition } from '#events/desk/rights.ts';
import type { Conversation, DeskTab } from '#projections/chat/item.ts';
import { conversationQuery, conversationsQuery, deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';
import { PendingUpdatesPill } from '#web/ui/updates-pill.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { type ChatSearchParams, chatHref } from './chat-search-params.ts';
import { type ChatUser, ownServiceConversationIds } from './conversation-titles.ts';
import { deskTabs } from './desk-tabs.ts';
import styles from './list.module.css';
import { MessageSearchResults } from './MessageSearchResults.tsx';
import { useStableOrder } from './useStableOrder.ts';

type Props = {
  me: ChatUser;
  search: ChatSearchParams;
  /** Opens the conversation here (at a message) instead of navigating to its address. */
  onOpen?: (id: string, seq?: number) => void;
};

/** The loaded pages as one list. */
function useListed(tab: DeskTab | undefined) {
  const [wanted, setWanted] = useState({ tab, pages: 1 });
  const pages = wanted.tab === tab ? wanted.pages : 1;
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, i) => ({
      ...conversationsQuery(tab, i + 1),
      placeholderData: keepPreviousData,
    })),
  });
  const known = new Map(answers.flatMap(({ data }) => data?.items ?? []).map(item => [item.id, item]));
  const first = answers[0];
  return {
    items: [...known.values()],
    counts: first?.data?.counts,
    isPending: first?.isPending ?? true,
    isError: first?.isError ?? false,
    hasMore: known.size < (first?.data?.total ?? 0),
    more: () => setWanted({ tab, pages: pages + 1 }),
    again: () => void first?.refetch(),
  };
}

type Listed = ReturnType<typeof useListed>;
type Group = {
  word: 'waiting' | 'answered' | 'service' | 'others' | 'closed' | 'laboratory';
  items: Conversation[];
};

const byNewest = (a: Conversation, b: Conversation) => (b.last?.at ?? '').localeCompare(a.last?.at ?? '');

/** Desk groups: waiting conversations, longest wait first; then the others, newest first. */
function deskGroups(items: Conversation[], tab: DeskTab): Group[] {
  if (tab === 'closed' || tab === 'laboratory') return [{ word: tab, items }];
  const waiting = items.filter(item => item.waitingSince !== null);
  const answered = items.filter(item => item.waitingSince === null).sort(byNewest);
  return [
    { word: 'waiting', items: waiting },
    { word: 'answered', items: answered },
  ];
}

/** Technical service is always at the top, even before the first message. */
function useOwnGroups(items: Conversation[], me: ChatUser): Group[] {
  const ids = isDeskPosition(me.position) ? [] : ownServiceConversationIds(me);
  const asked = useQueries({ queries: ids.map(id => conversationQuery(id)) });
  const service = asked.flatMap(({ data }, i) => items.find(item => item.id === ids[i]) ?? data ?? []);
  return [
    { word: 'service', items: service },
    { word: 'others', items: items.filter(item => !ids.includes(item.id)) },
  ];
}

function Rows({ groups, me, search, onOpen }: Props & { groups: Group[] }) {
  const { t } = useTranslation('chat');
  const { data: hours } = useQuery({ ...deskSettingsQuery(), enabled: isDeskPosition(me.position) });
  return groups
    .filter(group => group.items.length > 0)
    .map(({ word, items }) => (
      <section key={word} aria-labelledby={`chat-${word}`}>
        <h2 id={`chat-${word}`} className={`eyebrow ${styles.group}`}>
          {t(`group.${word}`)}
        </h2>
        <ul>
          {items.map(item => (
            <ConversationRow
              key={item.id}
              of={item}
              me={me}
              href={chatHref({ c: item.id, ...(search.tab && { tab: search.tab }) })}
              current={item.id === search.c}
              hours={isDeskPosition(me.position) ? hours : undefined}
              onOpen={onOpen}
            />
          ))}
        </ul>
      </section>
    ));
}

function Body({ listed, groups, ...props }: Props & { listed: Listed; groups: Group[] }) {
  const { t } = useTranslation('chat');
  const { isPending, isError, hasMore, more, again } = listed;
  const isEmpty = groups.every(group => group.items.length === 0);
  if (isPending) return <Skeleton lines={6} height={40} label={t('loading')} />;
  if (isError && isEmpty)
    return <EmptyState title={t('broken')} action={<Button onPress={again}>{t('retry')}</Button>} />;
  if (isEmpty)
    return (
      <EmptyState
        title={t(isDeskPosition(props.me.position) ? `none.${props.search.tab ?? 'mine'}` : 'none.own')}
      >
        {(props.search.tab === 'laboratory' || !isDeskPosition(props.me.position)) && t('none.how')}
      </EmptyState>
    );
  return (
    <>
      <Rows groups={groups} {...props} />
      {hasMore && (
        <div className={styles.more}>
          <Button size="small" onPress={more}>
            {t('showMore')}
          </Button>
        </div>
      )}
    </>
  );
}

function DeskTabs({ listed, tab }: { listed: Listed; tab: DeskTab }) {
  const { t } = useTranslation('chat');
  const { mine, free } = listed.counts ?? { mine: 0, free: 0 };
  const count: Partial<Record<DeskTab, number>> = { mine, free };
  return (
    <TabLinks
      label={t('deskTabs')}
      current={tab}
      tabs={deskTabs.map(id => ({
        id,
        label: t(`tab.${id}`),
        href: chatHref({ tab: id }),
        ...(count[id] !== undefined && { count: count[id] }),
        ...(id === 'free' && free > 0 && { countTone: 'warn' as const }),
      }))}
    />
  );
}

export function ConversationList(props: Props) {
  const { t } = useTranslation('chat');
  const { me, search, onOpen } = props;
  const atDesk = isDeskPosition(me.position);
  const tab = atDesk ? (search.tab ?? 'mine') : undefined;
  const listed = useListed(tab);
  const own = useOwnGroups(listed.items, me);
  const { groups, waiting, release, handlers } = useStableOrder(tab ? deskGroups(listed.items, tab) : own);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  return (
    <div className={styles.list}>
      <div className={styles.top}>
        <SearchField
          tone="sunken"
          label={t(atDesk ? 'searchDesk' : 'search')}
          value={typed}
          onChange={setTyped}
        />
        {tab && wanted === '' && !onOpen && <DeskTabs listed={listed} tab={tab} />}
      </div>
      <nav className={styles.rows} aria-label={t('conversations')} {...handlers}>
        {wanted === '' ? (
          <>
            {waiting > 0 && (
              <div className={styles.news}>
                <PendingUpdatesPill onPress={release}>{t('newTalks', { count: waiting })}</PendingUpdatesPill>
              </div>
            )}
            <Body {...props} listed={listed} groups={groups} />
          </>
        ) : (
          <MessageSearchResults wanted={wanted} me={me} search={search} onOpen={onOpen} />
        )}
      </nav>
    </div>
  );
}
