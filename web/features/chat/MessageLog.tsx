/**
 * The messages of a conversation. Scrolling loads earlier and later ones; the text being read never moves.
 */
import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatReadMark } from '#projections/chat/item.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { dayOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { ArchLoader } from '#web/ui/arch-loader.tsx';
import { useConversationContext } from './ConversationContext.tsx';
import type { ConversationHandle } from './chat-types.ts';
import { dayLabel } from './day-label.ts';
import styles from './log.module.css';
import { type MessageLogRow, messageLogRows } from './log-rows.ts';
import { Message } from './Message.tsx';
import { PendingMessage } from './PendingMessage.tsx';
import { useAnnounceMessages } from './useAnnounceMessages.ts';
import { useMessageLogScroll } from './useMessageLogScroll.ts';
import { useScrollTarget } from './useScrollTarget.ts';

export type MessageLogHandle = { goTo: (seq: number) => void; toEnd: () => void; focus: () => void };

const noMarks: readonly ChatReadMark[] = [];

/** Moves the focus between messages with the arrow keys. */
function onArrows(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || target.dataset.seq === undefined) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>('[data-seq]')];
  const at = all.indexOf(target);
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[key];
  if (to === undefined || !all[to]) return;
  event.preventDefault();
  all[to].focus();
  all[to].scrollIntoView({ block: 'nearest' });
}

/** The last message that this person has seen, and whether the end of the log is visible. Marks messages as read. */
function useSight(talk: ConversationHandle) {
  const [sight, setSight] = useState({ seq: 0, atEnd: true });
  const onSight = (seq: number, atEnd: boolean) => {
    setSight(was => (was.seq === seq && was.atEnd === atEnd ? was : { seq: Math.max(seq, was.seq), atEnd }));
    if (document.visibilityState === 'visible' && seq > 0) talk.sayRead(seq);
  };
  return { sight, onSight };
}

type RowProps = {
  row: MessageLogRow;
  /** Number of the message whose actions are shown. */
  active: number | null;
  onActive: (seq: number) => void;
  /** Number of the message in the tab order. */
  reachable: number | null;
  /** Number of the message that is highlighted after a jump. */
  lit: number | null;
  /** Ids of participants who have the conversation open. */
  online: ReadonlySet<string>;
  marks: readonly ChatReadMark[];
  /** yyyy-mm-dd in the reader's time zone. */
  today: string;
};

function Row({ row, active, onActive, reachable, lit, online, marks, today }: RowProps) {
  const { t } = useTranslation('chat');
  const { lang } = useBoot();
  const { me } = useConversationContext();
  if (row.kind === 'day')
    return (
      <li className={styles.day}>
        <time dateTime={row.day}>{dayLabel(row.day, today, lang)}</time>
      </li>
    );
  if (row.kind === 'unread')
    return (
      <li className={styles.news} data-at="unread">
        <span>{t('unread', { count: row.count })}</span>
      </li>
    );
  if (row.kind === 'pending') return <PendingMessage pending={row.pending} />;
  const { message, first, last } = row;
  const mine = message.by.id === me.id;
  return (
    <Message
      message={message}
      first={first}
      last={last}
      mine={mine}
      onActive={onActive}
      active={active === message.seq}
      reachable={reachable === message.seq}
      lit={lit === message.seq}
      online={online.has(message.by.id)}
      marks={mine ? marks : noMarks}
    />
  );
}

export function MessageLog({ talk, ref }: { talk: ConversationHandle; ref: React.Ref<MessageLogHandle> }) {
  const { t } = useTranslation('chat');
  const { me } = useConversationContext();
  const today = dayOf(useNow());
  const { messages, pending, count, earlier, later, firstUnread, marks, here } = talk;
  const [active, setActive] = useState<number | null>(null);
  const { sight, onSight } = useSight(talk);
  const box = useRef<HTMLDivElement>(null);
  const isNewest = !later.has;
  const rows = useMemo(
    () => messageLogRows({ messages, pending: isNewest ? pending : [], firstUnread, meId: me.id, dayOf }),
    [messages, pending, isNewest, firstUnread, me.id],
  );
  useAnnounceMessages(messages, me.id);
  const scroll = useMessageLogScroll(box, {
    rows,
    isNewest,
    first: rows.some(row => row.kind === 'unread') ? 'unread' : null,
    onTop: () => {
      if (earlier.has && !earlier.loading) talk.loadEarlier();
    },
    onBottom: () => {
      if (later.has && !later.loading) talk.loadLater();
    },
    onSight,
  });
  const { lit, goTo } = useScrollTarget(rows, scroll.show);
  const toEnd = () => {
    if (later.has) talk.toNewest();
    scroll.toEnd();
  };
  useImperativeHandle(ref, () => ({
    goTo: seq => {
      if (!messages.some(m => m.seq === seq)) talk.jumpTo(seq);
      goTo(seq);
    },
    toEnd,
    focus: () => box.current?.querySelector<HTMLElement>('[data-seq][tabindex="0"]')?.focus(),
  }));
  const onActive = useCallback((seq: number) => setActive(seq), []);
  const newest = messages.at(-1)?.seq ?? 0;
  const reachable = messages.some(m => m.seq === active) ? active : newest;
  const online = useMemo(() => new Set(here.map(person => person.id)), [here]);
  const unseen = Math.max(0, count - sight.seq);

  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.box} onPointerLeave={() => setActive(null)}>
        <ol
          className={styles.log}
          aria-label={t('messages')}
          aria-busy={earlier.loading}
          onKeyDown={onArrows}
        >
          {earlier.loading && (
            <li className={styles.loading}>
              <ArchLoader label={t('loading')} />
            </li>
          )}
          {rows.map(row => (
            <Row key={row.key} row={row} {...{ active, onActive, reachable, lit, online, marks, today }} />
          ))}
        </ol>
      </div>
      {!sight.atEnd && messages.length > 0 && (
        <button type="button" className={styles.pill} onClick={toEnd}>
          {unseen > 0 ? t('newMessages', { count: unseen }) : t('toNewest')}
          <ArrowDown aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
