/** The button that opens the chat: in the bar over the page, or in the head of a room that has no bar. */

import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { screenStore, useRendered } from '#web/lib/screen-store.ts';
import { talkCounts } from '#web/lib/talk-view.ts';
import { me } from '#web/lib/view.ts';
import { Badge } from '#web/ui/chip.tsx';
import styles from './dock.module.css';
import { chatButtonId, dock, isDocked, openDock } from './dock.ts';
import { loadDock } from './load-dock.ts';

export function ChatButton() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { data: who } = useQuery(me());
  const talks = who !== undefined && who.position !== 'Analyst';
  const { data } = useQuery({ ...talkCounts(), enabled: talks });
  const isOpen = useRendered(isDocked, false);
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
      onPointerEnter={() => void loadDock()}
      onClick={() => (isOpen ? screenStore.set(dock, null) : openDock())}
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
