/** The button that opens the chat: in the top bar, or in the head of a page without a top bar. */

import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mayTalk } from '#events/chat/kinds.ts';
import { chatButtonId, chatDockAtom, isChatDockOpenAtom, openChatDock } from '#web/lib/chat-dock.ts';
import { chatCountsQuery } from '#web/lib/chat-queries.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { screenStore, useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Badge } from '#web/ui/chip.tsx';
import styles from './dock.module.css';
import { loadChatDock } from './load-chat-dock.ts';

export function ChatButton() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { data: who } = useQuery(currentUserQuery());
  const talks = who !== undefined && mayTalk(who.position);
  const { data } = useQuery({ ...chatCountsQuery(), enabled: talks });
  const isOpen = useAtomValueAfterHydration(isChatDockOpenAtom, false);
  const count = data?.unread ?? 0;
  if (!talks || pathname === '/chat') return null;
  return (
    <button
      id={chatButtonId}
      type="button"
      className={styles.chatButton}
      aria-keyshortcuts="C"
      aria-expanded={isOpen}
      data-noprint=""
      onPointerEnter={() => void loadChatDock()}
      onClick={() => (isOpen ? screenStore.set(chatDockAtom, null) : openChatDock())}
    >
      <MessagesSquare aria-hidden="true" />
      <span className={styles.chatButtonLabel}>{t('dock.none')}</span>
      {count > 0 && (
        <>
          <Badge tone="brand">{count > 99 ? '99+' : count}</Badge>
          <span className="visually-hidden">{t('dock.unread', { count })}</span>
        </>
      )}
    </button>
  );
}
