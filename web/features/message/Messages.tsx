/** /userMessage: events that concern this person, newest first, by kind; and the notification settings. */
import { useTranslation } from 'react-i18next';
import { messageKinds } from '#events/mail/topics.ts';
import { useListRowsQuery } from '#web/lib/useListRowsQuery.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';
import { PendingUpdatesPill } from '#web/ui/updates-pill.tsx';
import { Inbox } from './Inbox.tsx';
import { markAllRead } from './mark-messages.ts';
import styles from './message.module.css';
import { type InboxFilters, inboxQueryString, messageListSearch } from './message-search.ts';
import { NotificationSettings } from './NotificationSettings.tsx';
import { useHeldMessages } from './useHeldMessages.ts';

const grouped = { path: messageListSearch.path, query: inboxQueryString };

/** Empty inbox: what will appear here, and a link to the settings. */
function Empty({ tab }: { tab: string }) {
  const { t } = useTranslation('message');
  return (
    <EmptyState
      title={t(tab === 'unread' ? 'emptyUnread' : 'empty')}
      action={<LinkButton href="/userMessage?mail=1">{t('choose')}</LinkButton>}
    >
      {t(`teach.${tab}`)}
    </EmptyState>
  );
}

function List({ search, tab }: { search: InboxFilters; tab: string }) {
  const { t } = useTranslation('message');
  const query = inboxQueryString(search);
  const { data, isPending } = useListRowsQuery(grouped, search);
  const { items, waiting, show } = useHeldMessages(query, data?.items ?? none);
  if (isPending) return <Skeleton lines={6} label={t('title')} />;
  const { total = 0, page = 1, size = 10 } = data ?? {};
  const pages = Math.max(1, Math.ceil(total / size));
  return (
    <>
      {waiting > 0 && (
        <div className={styles.pill}>
          <PendingUpdatesPill onPress={show}>{t('updates', { count: waiting })}</PendingUpdatesPill>
        </div>
      )}
      {items.length === 0 ? <Empty tab={tab} /> : <Inbox items={items} />}
      {pages > 1 && (
        <div className={styles.foot}>
          <Pagination
            label={t('pages')}
            page={page}
            pages={pages}
            href={p => messageListSearch.href(search, { page: p })}
          />
        </div>
      )}
    </>
  );
}

const none: readonly never[] = [];

export function Messages({ search }: { search: InboxFilters }) {
  const { t } = useTranslation('message');
  const { data } = useListRowsQuery(grouped, search);
  const tab = search.mail ? 'mail' : search.unread ? 'unread' : (search.kind ?? 'all');
  const unread = data?.unread ?? 0;
  return (
    <div className="page">
      <h1 className={`t-page ${styles.title}`}>{t('title')}</h1>
      <TabLinks
        label={t('title')}
        current={tab}
        tabs={[
          { id: 'all', label: t('kind.all'), href: '/userMessage' },
          {
            id: 'unread',
            label: t('onlyUnread'),
            count: unread,
            countTone: 'warn',
            href: messageListSearch.href({ unread: true }),
          },
          ...messageKinds.map(kind => ({
            id: kind,
            label: t(`kind.${kind}`),
            href: messageListSearch.href({ kind }),
          })),
          { id: 'mail', label: t('mail.tab'), href: '/userMessage?mail=1' },
        ]}
        end={
          unread > 0 &&
          !search.mail && (
            <Button size="small" onPress={() => void markAllRead()}>
              {t('markAllRead')}
            </Button>
          )
        }
      />
      {search.mail ? <NotificationSettings /> : <List search={search} tab={tab} />}
    </div>
  );
}
