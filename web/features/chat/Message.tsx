/** One message: author, quoted message, text, files, plan references, time, and actions. */

import { Copy, CornerUpLeft, Languages, Pencil, Trash2 } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage, ChatReadMark } from '#projections/chat/item.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { timeOf } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import { useConversationContext } from './ConversationContext.tsx';
import { positionTone } from './conversation-titles.ts';
import { DeliveryTicks } from './DeliveryTicks.tsx';
import { TermGlosses } from './Glosses.tsx';
import { MessageFiles } from './MessageFiles.tsx';
import { MessageText } from './MessageText.tsx';
import styles from './message.module.css';
import { PlanReferenceCard } from './PlanReferenceCard.tsx';

function Quote({ of }: { of: NonNullable<ChatMessage['replyTo']> }) {
  const { t } = useTranslation('chat');
  const { onGoTo } = useConversationContext();
  return (
    <button type="button" className={styles.quote} onClick={() => onGoTo(of.seq)}>
      <span className="visually-hidden">{t('quote')}</span>
      <b>{actorName(of.by, t)}</b>
      <span className="clip">{of.deleted ? t('deleted') : of.text || t('preview.attached')}</span>
    </button>
  );
}

type ActsProps = {
  message: ChatMessage;
  mine: boolean;
  /** The list of terms is open, in the element with the id `glossesId`. */
  glossed: boolean;
  glossesId: string;
  onGlosses: () => void;
};

function Acts({ message, mine, glossed, glossesId, onGlosses }: ActsProps) {
  const { t } = useTranslation('chat');
  const { me, onReply, onEdit, onRemove } = useConversationContext();
  const removes = mine || me.position === 'SuperMechanic';
  const copy = () =>
    void navigator.clipboard.writeText(message.text).then(
      () => announceToScreenReaders(t('act.copied')),
      () => undefined,
    );
  return (
    <span className={styles.tools}>
      <IconButton
        size="small"
        label={t('act.reply')}
        icon={<CornerUpLeft aria-hidden="true" />}
        onPress={() => onReply(message)}
      />
      {message.text && (
        <IconButton size="small" label={t('act.copy')} icon={<Copy aria-hidden="true" />} onPress={copy} />
      )}
      {message.text && (
        <IconButton
          size="small"
          label={t('act.terms')}
          icon={<Languages aria-hidden="true" />}
          aria-expanded={glossed}
          aria-controls={glossed ? glossesId : undefined}
          onPress={onGlosses}
        />
      )}
      {mine && message.text && (
        <IconButton
          size="small"
          label={t('act.edit')}
          icon={<Pencil aria-hidden="true" />}
          onPress={() => onEdit(message)}
        />
      )}
      {removes && (
        <IconButton
          size="small"
          label={t('act.delete')}
          icon={<Trash2 aria-hidden="true" />}
          onPress={() => onRemove(message)}
        />
      )}
    </span>
  );
}

type Props = {
  message: ChatMessage;
  first: boolean;
  last: boolean;
  mine: boolean;
  /** The message is hovered or focused: its actions are visible. */
  active: boolean;
  /** The message is the log's Tab stop. */
  reachable: boolean;
  /** Highlighted after a jump to the message. */
  lit: boolean;
  online: boolean;
  marks: readonly ChatReadMark[];
  onActive: (seq: number) => void;
};

export const Message = memo(function Message(props: Props) {
  const { message, first, last, mine, active, reachable, lit, online, marks, onActive } = props;
  const { t } = useTranslation('chat');
  const [glossed, setGlossed] = useState(false);
  const glossesId = useId();
  const { by, at, seq, text, files, refs, replyTo, mentions, editedAt, deleted } = message;
  return (
    <li
      className={styles.message}
      data-key={message.id}
      data-seq={seq}
      data-mine={mine ? '' : undefined}
      data-lit={lit ? '' : undefined}
      data-first={first ? '' : undefined}
      tabIndex={reachable ? 0 : -1}
      onPointerEnter={() => onActive(seq)}
      onFocus={() => onActive(seq)}
    >
      {!mine && (
        <span className={styles.face}>
          {last && <Avatar name={by.name} tone={positionTone(by.position)} online={online} decorative />}
        </span>
      )}
      <div className={styles.body}>
        <span className={mine || !first ? 'visually-hidden' : styles.by}>
          {mine ? t('you') : actorName(by, t)}
        </span>
        {deleted ? (
          <p className={styles.deleted}>
            {deleted.by.id === by.id ? t('deleted') : t('deletedBy', { name: actorName(deleted.by, t) })}
          </p>
        ) : (
          <>
            {replyTo && <Quote of={replyTo} />}
            {text && <MessageText text={text} names={mentions.map(m => m.name)} />}
            {text && glossed && (
              <TermGlosses id={glossesId} message={message} onClose={() => setGlossed(false)} />
            )}
            <MessageFiles files={files} />
            {refs.map((ref, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the items never change their order
              <PlanReferenceCard key={i} place={ref} />
            ))}
          </>
        )}
        <span className={styles.meta}>
          <time className="num" dateTime={at}>
            {timeOf(at)}
          </time>
          {editedAt && !deleted && <span>{t('edited')}</span>}
          {mine && !deleted && <DeliveryTicks seq={seq} marks={marks} active={active} />}
        </span>
        {active && !deleted && (
          <Acts
            message={message}
            mine={mine}
            glossed={glossed}
            glossesId={glossesId}
            onGlosses={() => setGlossed(was => !was)}
          />
        )}
      </div>
    </li>
  );
});
