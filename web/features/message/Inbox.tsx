/** The messages of a tab by case: a list, and on wide screens the selected message next to it. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageItem } from '#projections/messages/item.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyHints } from '#web/ui/kbd.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { markMessages } from './mark-messages.ts';
import styles from './message.module.css';
import {
  groupMessages,
  type MessageGroupLine,
  markToToggle,
  messagesBehindLine,
  toggleOpenSubject,
} from './message-groups.ts';
import { messageEventText, messageHref, messageLine, messageSender } from './message-text.ts';
import { useMessageKeys } from './useMessageKeys.ts';

type InboxLine = MessageGroupLine<MessageItem>;

function toggle(line: InboxLine): void {
  const { ids, as } = markToToggle(line);
  void markMessages(ids, as);
}

/** Opening the case marks all messages of its line as read. */
function opened(line: InboxLine): void {
  const { ids, as } = markToToggle(line);
  if (as === 'read') void markMessages(ids, as);
}

type LineProps = { line: InboxLine; isChosen: boolean; onChoose: () => void; onFold: () => void };

function Earlier({ line, onFold }: Pick<LineProps, 'line' | 'onFold'>) {
  const { t } = useTranslation('message');
  const { rest, isOpen } = line;
  const unread = rest.filter(item => !item.read).length;
  return (
    <Button
      size="small"
      variant="quiet"
      className={styles.earlier}
      aria-expanded={isOpen}
      icon={isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
      onPress={onFold}
    >
      {t('earlier', { count: rest.length })}
      {unread > 0 && `${t('comma')}${t('unreadOf', { count: unread })}`}
    </Button>
  );
}

function Line({ line, isChosen, onChoose, onFold }: LineProps) {
  const { t } = useTranslation(['message', 'case', 'rx']);
  const { item } = line;
  const isRead = messagesBehindLine(line).every(each => each.read);
  const href = messageHref(item);
  const words = messageLine(item, t);
  return (
    <li
      className={styles.line}
      data-unread={isRead ? undefined : true}
      data-earlier={line.isEarlier || undefined}
      data-chosen={isChosen || undefined}
      onFocus={onChoose}
    >
      <span className={styles.dot}>{!isRead && <span className="visually-hidden">{t('new')}</span>}</span>
      <time className="num t-2" dateTime={item.at}>
        {formatMoment(item.at)}
      </time>
      <span className={styles.words}>
        {href ? (
          <Link href={href} className="link" data-row="" onClick={() => opened(line)}>
            {words}
          </Link>
        ) : (
          <button type="button" className={styles.plain} data-row="" onClick={() => opened(line)}>
            {words}
          </button>
        )}
        <span className="t-2">{[item.patientName, messageSender(item, t)].filter(Boolean).join(' · ')}</span>
        {line.rest.length > 0 && <Earlier line={line} onFold={onFold} />}
      </span>
      <Button size="small" variant="quiet" onPress={() => toggle(line)}>
        {t(isRead ? 'markUnread' : 'markRead')}
      </Button>
    </li>
  );
}

/** The selected message in full: text, case, and link. */
function Body({ line }: { line: InboxLine }) {
  const { t } = useTranslation(['message', 'case', 'rx']);
  const { item } = line;
  const isRead = messagesBehindLine(line).every(each => each.read);
  const href = messageHref(item);
  const rows = [
    [
      'when',
      <span key="when" className="num">
        {formatMoment(item.at)}
      </span>,
    ],
    ['by', messageSender(item, t)],
    ['about', t(`message:mail.topic.${item.topic}`)],
    ['caseId', item.caseId],
    ['patient', item.patientName],
  ] as const;
  return (
    <section className={styles.body} aria-label={t('message:body.title')}>
      <p className="eyebrow">{t(`message:kind.${item.kind}`)}</p>
      <h2 className={styles.what}>{messageEventText(item, t)}</h2>
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
          <LinkButton href={href} variant="primary" onClick={() => opened(line)}>
            {t(`message:body.open.${item.kind}`)}
          </LinkButton>
        )}
        <Button onPress={() => toggle(line)}>{t(isRead ? 'message:markUnread' : 'message:markRead')}</Button>
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
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set());
  const lines = groupMessages(items, open);
  const at = Math.max(
    0,
    lines.findIndex(line => line.item.id === chosen),
  );
  const list = useMessageKeys(at, place => {
    const line = lines[place];
    if (line) toggle(line);
  });
  const line = lines[at];
  return (
    <div className={styles.inbox}>
      <ul ref={list} className={`rows ${styles.list}`}>
        {lines.map((each, i) => (
          <Line
            key={each.item.id}
            line={each}
            isChosen={i === at}
            onChoose={() => setChosen(each.item.id)}
            onFold={() => setOpen(now => toggleOpenSubject(now, each.item))}
          />
        ))}
      </ul>
      {line && <Body line={line} />}
    </div>
  );
}
