/** The way into the chat: in the bar over the page, or a tab at the foot of pages without a bar. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#web/lib/store.ts';
import { talkCounts } from '#web/lib/talk-view.ts';
import { me } from '#web/lib/view.ts';
import { Badge } from '#web/ui/chip.tsx';
import styles from './dock.module.css';
import { dock, openDock, wayId } from './dock.ts';
import { loadDock } from './load-dock.ts';

export function ChatWay({ place }: { place: 'bar' | 'tab' }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { data: who } = useQuery(me());
  const talks = who !== undefined && who.position !== 'Analyst';
  const { data } = useQuery({ ...talkCounts(), enabled: talks });
  const isOpen = useStore(dock, null) !== null;
  const count = data?.unread ?? 0;
  if (!talks || pathname === '/chat' || (isOpen && place === 'tab')) return null;
  return (
    <button
      id={wayId}
      type="button"
      className={place === 'bar' ? styles.way : styles.tab}
      aria-keyshortcuts="C"
      aria-expanded={isOpen}
      data-noprint=""
      onPointerEnter={() => void loadDock()}
      onClick={() => (isOpen ? dock.set(null) : openDock())}
    >
      <MessagesSquare aria-hidden="true" />
      <span className={styles.wayWord}>{t('dock.none')}</span>
      {count > 0 && (
        <>
          <Badge tone="brand">{count > 99 ? '99+' : count}</Badge>
          <span className="visually-hidden">{t('dock.unread', { count })}</span>
        </>
      )}
    </button>
  );
}
