/**
 * Switches between a person's conversations about one case: with the doctor, internal, with the manufacturer.
 */
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { conversationId } from '#events/chat/conversation.ts';
import type { Conversation } from '#projections/chat/item.ts';
import { conversationQuery } from '#web/lib/chat-queries.ts';
import { Badge } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import { chatHref } from './chat-search-params.ts';
import type { ChatUser } from './conversation-titles.ts';
import { conversationKindKey, conversationTones } from './kind-display.ts';
import styles from './talk.module.css';

type Props = {
  of: Conversation & { caseId: string };
  me: ChatUser;
  /** Opens the conversation here instead of navigating to its address. */
  onOpen?: (id: string) => void;
};

export function ConversationKindSwitch({ of, me, onOpen }: Props) {
  const { t } = useTranslation('chat');
  const ids = of.kinds.map(kind => conversationId({ kind, id: of.caseId }));
  const all = useQueries({ queries: ids.map(id => ({ ...conversationQuery(id), retry: false })) });
  return (
    <nav className={styles.kinds} aria-label={t('kinds', { caseId: of.caseId })}>
      {of.kinds.map((kind, i) => {
        const id = ids[i] ?? of.id;
        const unread = kind === of.kind ? 0 : (all[i]?.data?.unread ?? 0);
        return (
          <Link
            key={kind}
            className={styles.kind}
            href={chatHref({ c: id })}
            data-tone={conversationTones[kind]}
            aria-current={kind === of.kind ? 'true' : undefined}
            onClick={event => {
              if (!onOpen) return;
              event.preventDefault();
              onOpen(id);
            }}
          >
            {t(`kind.${conversationKindKey(kind, me.position)}.tab`)}
            {unread > 0 && (
              <Badge tone={conversationTones[kind]}>
                <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
                <span className="visually-hidden">{t('unread', { count: unread })}</span>
              </Badge>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
