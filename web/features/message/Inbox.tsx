/** The messages of a tab: a list, and on a wide screen the one that is chosen beside it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageItem } from '#projections/messages/item.ts';
import { momentOf } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyHints } from '#web/ui/kbd.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { mark } from './marking.ts';
import styles from './message.module.css';
import { useRows } from './useRows.ts';
import { hrefOf, lineOf, senderOf, whatOf } from './words.ts';

const toggle = (item: MessageItem) => void mark(item.id, item.read ? 'unread' : 'read');
/** Whoever opens what a message leads to has read it. */
const opened = (item: MessageItem) => {
  if (!item.read) void mark(item.id, 'read');
};

type LineProps = { item: MessageItem; isChosen: boolean; onChoose: () => void };

function Line({ item, isChosen, onChoose }: LineProps) {
  const { t } = useTranslation(['message', 'case', 'rx']);
  const href = hrefOf(item);
  const words = lineOf(item, t);
  return (
    <li
      className={styles.line}
      data-unread={item.read ? undefined : true}
      data-chosen={isChosen || undefined}
      onFocus={onChoose}
    >
      <span className={styles.dot}>{!item.read && <span className="visually-hidden">{t('new')}</span>}</span>
      <time className="num t-2" dateTime={item.at}>
        {momentOf(item.at)}
      </time>
      <span className={styles.words}>
        {href ? (
          <Link href={href} className="link" data-row="" onClick={() => opened(item)}>
            {words}
          </Link>
        ) : (
          <button type="button" className={styles.plain} data-row="" onClick={() => opened(item)}>
            {words}
          </button>
        )}
        <span className="t-2">{[item.patientName, senderOf(item, t)].filter(Boolean).join(' · ')}</span>
      </span>
      <Button size="small" variant="quiet" onPress={() => toggle(item)}>
        {t(item.read ? 'markUnread' : 'markRead')}
      </Button>
    </li>
  );
}

/** The chosen message whole: what it says, of which case, and where it leads. */
function Body({ item }: { item: MessageItem }) {
  const { t } = useTranslation(['message', 'case', 'rx']);
  const href = hrefOf(item);
  const rows = [
    [
      'when',
      <span key="when" className="num">
        {momentOf(item.at)}
      </span>,
    ],
    ['by', senderOf(item, t)],
    ['about', t(`message:mail.topic.${item.topic}`)],
    ['caseId', item.caseId],
    ['patient', item.patientName],
  ] as const;
  return (
    <section className={styles.body} aria-label={t('message:body.title')}>
      <p className="eyebrow">{t(`message:kind.${item.kind}`)}</p>
      <h2 className={styles.what}>{whatOf(item, t)}</h2>
      <dl className={styles.facts}>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{t(`message:body.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {item.kind === 'talk' && <p className="t-2">{t('message:body.noText')}</p>}
      <div className={styles.acts}>
        {href && (
          <LinkButton href={href} variant="primary" onClick={() => opened(item)}>
            {t(item.kind === 'talk' ? 'message:body.openTalk' : 'message:body.openCase')}
          </LinkButton>
        )}
        <Button onPress={() => toggle(item)}>
          {t(item.read ? 'message:markUnread' : 'message:markRead')}
        </Button>
      </div>
      <KeyHints
        items={[
          { keys: 'J K', label: t('message:keys.move') },
          { keys: 'Enter', label: t('message:keys.open') },
          { keys: 'U', label: t('message:keys.toggle') },
        ]}
      />
    </section>
  );
}

export function Inbox({ items }: { items: readonly MessageItem[] }) {
  const [chosen, setChosen] = useState<string>();
  const found = items.findIndex(item => item.id === chosen);
  const at = Math.max(0, found);
  const list = useRows(at, place => {
    const item = items[place];
    if (item) toggle(item);
  });
  const item = items[at];
  return (
    <div className={styles.inbox}>
      <ul ref={list} className={`rows ${styles.list}`}>
        {items.map((each, i) => (
          <Line key={each.id} item={each} isChosen={i === at} onChoose={() => setChosen(each.id)} />
        ))}
      </ul>
      {item && <Body item={item} />}
    </div>
  );
}
