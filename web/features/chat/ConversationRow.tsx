/** A conversation in a list: partner, case, last message, and unread count. */

import { useTranslation } from 'react-i18next';
import type { DeskHours } from '#events/desk/hours.ts';
import type { Conversation } from '#projections/chat/item.ts';
import { TimeLeftToAnswer } from '#web/features/desk/TimeLeftToAnswer.tsx';
import { actorName } from '#web/lib/actor-name.ts';
import { dayOf, timeOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import { type ChatUser, conversationTitle } from './conversation-titles.ts';
import styles from './list.module.css';

type Props = {
  of: Conversation;
  me: ChatUser;
  href: string;
  current: boolean;
  /** Opening hours of the desk, for showing agents when an answer is due. */
  hours?: DeskHours;
  /** Opens the conversation here instead of navigating to its address. */
  onOpen?: (id: string) => void;
};

/** The shortened last message, with its author's name if needed. */
function usePreview({ of, me }: Pick<Props, 'of' | 'me'>): string {
  const { t } = useTranslation('chat');
  const { last } = of;
  if (!last) return of.caseId === null ? t('hours') : t('preview.none');
  const text = last.deleted
    ? t('deleted')
    : last.text || (last.files > 0 ? t('preview.files', { count: last.files }) : t('preview.place'));
  if (last.by.id === me.id) return t('preview.mine', { text });
  return last.by.id === of.owner.id ? text : t('preview.by', { name: actorName(last.by, t), text });
}

export function ConversationRow({ of, me, href, current, hours, onOpen }: Props) {
  const { t } = useTranslation('chat');
  const now = useNow();
  const { name, tone, caseId, patient, drawn } = conversationTitle(of, me, t);
  const preview = usePreview({ of, me });
  const { last, unread, waitingSince } = of;
  const when = last && (dayOf(last.at) === dayOf(now) ? timeOf(last.at) : dayOf(last.at).slice(5));
  return (
    <li>
      <Link
        className={styles.row}
        href={href}
        aria-current={current ? 'true' : undefined}
        data-unread={unread > 0 ? '' : undefined}
        onClick={event => {
          if (!onOpen) return;
          event.preventDefault();
          onOpen(of.id);
        }}
      >
        <Avatar name={drawn} tone={tone} decorative />
        <span className={styles.words}>
          <span className={styles.line}>
            <b className="clip">{name}</b>
            {caseId && <span className="num t-small t-2">{caseId}</span>}
            {patient && <span className="t-small t-2 clip">{patient}</span>}
            {last && (
              <time className="push num t-small t-2" dateTime={last.at}>
                {when}
              </time>
            )}
          </span>
          <span className={styles.line}>
            <span className="t-small t-2 clip">{preview}</span>
            <span className={styles.ends}>
              {hours && waitingSince && (
                <TimeLeftToAnswer hours={hours} waitingSince={Date.parse(waitingSince)} />
              )}
              {unread > 0 && (
                <Badge tone={of.mentioned ? 'danger' : 'brand'}>
                  <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
                  <span className="visually-hidden">
                    {t(of.mentioned ? 'unreadMentioned' : 'unread', { count: unread })}
                  </span>
                </Badge>
              )}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}
