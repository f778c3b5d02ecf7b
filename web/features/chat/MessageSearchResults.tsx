/** Search results: messages by text, case or doctor, each linked to its conversation. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { caseOfConversation, parseConversationId } from '#events/chat/conversation.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { messageSearchQuery } from '#web/lib/chat-queries.ts';
import { dayOf } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type ChatSearchParams, chatHref } from './chat-search-params.ts';
import { type ChatUser, positionTone } from './conversation-titles.ts';
import { conversationKindKey, conversationTones } from './kind-display.ts';
import styles from './list.module.css';

type Props = {
  wanted: string;
  me: ChatUser;
  search: ChatSearchParams;
  onOpen?: (id: string, seq?: number) => void;
};

/** Shortens a text around the match and marks it. */
function Marked({ text, wanted }: { text: string; wanted: string }) {
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return text;
  const from = Math.max(0, at - 18);
  return (
    <>
      {from > 0 && '…'}
      {text.slice(from, at)}
      <mark className={styles.mark}>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  );
}

/** Names the kind of conversation, except for conversations with a doctor or the desk. */
function KindMark({ conversation, me }: { conversation: string; me: ChatUser }) {
  const { t } = useTranslation('chat');
  const kind = parseConversationId(conversation)?.kind;
  if (!kind || conversationKinds[kind].desk) return null;
  return (
    <Badge tone={conversationTones[kind]}>{t(`kind.${conversationKindKey(kind, me.position)}.title`)}</Badge>
  );
}

export function MessageSearchResults({ wanted, me, search, onOpen }: Props) {
  const { t } = useTranslation('chat');
  const asked = useDeferredValue(wanted);
  const { data, isPending } = useQuery({ ...messageSearchQuery(asked), placeholderData: keepPreviousData });
  if (isPending) return <Skeleton lines={4} height={40} label={t('loading')} />;
  const items = data?.items ?? [];
  if (items.length === 0)
    return <EmptyState title={t('found.none', { wanted })}>{t('found.how')}</EmptyState>;
  return (
    <section aria-labelledby="chat-found">
      <h2 id="chat-found" className={`eyebrow ${styles.group}`} role="status">
        {t(data?.more ? 'found.many' : 'found.count', { count: items.length })}
      </h2>
      <ul>
        {items.map(({ id, conversation, seq, by, at, text }) => (
          <li key={id}>
            <Link
              className={styles.row}
              href={chatHref({ ...search, c: conversation, m: seq })}
              onClick={event => {
                if (!onOpen) return;
                event.preventDefault();
                onOpen(conversation, seq);
              }}
            >
              <Avatar name={by.name} tone={positionTone(by.position)} decorative />
              <span className={styles.words}>
                <span className={styles.line}>
                  <b className="clip">{actorName(by, t)}</b>
                  <span className="num t-small t-2">{caseOfConversation(conversation)}</span>
                  <KindMark conversation={conversation} me={me} />
                  <time className="push num t-small t-2" dateTime={at}>
                    {dayOf(at)}
                  </time>
                </span>
                <span className={`t-small t-2 ${styles.found}`}>
                  <Marked text={text} wanted={wanted} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
