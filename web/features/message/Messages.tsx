/** /userMessage: what happened that this person should know, newest first; reading one opens its case. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { MessageItem } from '#projections/messages/item.ts';
import { eventLine } from '#web/features/case/event-line.ts';
import { command } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';
import { momentOf } from '#web/lib/format.ts';
import { messages } from '#web/lib/view.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';
import styles from './message.module.css';
import { type MessageSearch, messageQuery } from './search.ts';

const hrefOf = (search: MessageSearch) => {
  const query = messageQuery(search);
  return query ? `/userMessage?${query}` : '/userMessage';
};

/** An account's own news, or what happened to a case. */
const wordsOf = (item: MessageItem, t: TFunction): string =>
  item.caseId === null
    ? t(`message:account.${item.type}`)
    : t('message:of', { caseId: item.caseId, what: eventLine(item, t) });

async function markRead(body: { ids: string[] } | { all: true }): Promise<void> {
  const done = await command('POST', '/messages/read', body);
  const { client } = thisPage();
  if (done.ok)
    await Promise.all([['messages'], ['unread']].map(queryKey => client.invalidateQueries({ queryKey })));
}

function Line({ item }: { item: MessageItem }) {
  const { t } = useTranslation(['message', 'case', 'rx']);
  const words = wordsOf(item, t);
  return (
    <li className={styles.line} data-unread={item.read ? undefined : true}>
      <span className={styles.dot}>{!item.read && <span className="visually-hidden">{t('new')}</span>}</span>
      <time className="num t-2" dateTime={item.at}>
        {momentOf(item.at)}
      </time>
      <span className={styles.words}>
        {item.caseId ? (
          <Link href={`/caseDetail?id=${item.caseId}`} className="link">
            {words}
          </Link>
        ) : (
          <span>{words}</span>
        )}
        <span className="t-2">
          {[item.patientName, item.by.id === 'system' ? t('kind.system') : item.by.name]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {!item.read && (
        <Button size="small" variant="quiet" onPress={() => void markRead({ ids: [item.id] })}>
          {t('markRead')}
        </Button>
      )}
    </li>
  );
}

export function Messages({ search }: { search: MessageSearch }) {
  const { t } = useTranslation('message');
  const { data, isPending } = useQuery({
    ...messages(messageQuery(search)),
    placeholderData: keepPreviousData,
  });
  const tab = search.unread ? 'unread' : (search.kind ?? 'all');
  const { items = [], total = 0, page = 1, size = 10, unread = 0 } = data ?? {};
  const pages = Math.max(1, Math.ceil(total / size));
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
            href: hrefOf({ unread: true }),
          },
          { id: 'case', label: t('kind.case'), href: hrefOf({ kind: 'case' }) },
          { id: 'system', label: t('kind.system'), href: hrefOf({ kind: 'system' }) },
        ]}
        end={
          unread > 0 && (
            <Button size="small" onPress={() => void markRead({ all: true })}>
              {t('markAllRead')}
            </Button>
          )
        }
      />
      {isPending ? (
        <Skeleton lines={6} label={t('title')} />
      ) : items.length === 0 ? (
        <EmptyState title={t(search.unread ? 'emptyUnread' : 'empty')} />
      ) : (
        <ul className={`rows ${styles.list}`}>
          {items.map(item => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <div className={styles.foot}>
          <Pagination
            label={t('title')}
            page={page}
            pages={pages}
            href={p => hrefOf({ ...search, page: p })}
          />
        </div>
      )}
    </div>
  );
}
