/** The way into the chat from every page: at its foot, with what waits to be read; the chat itself comes when it is opened. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { unreadShown } from '#web/features/notice/title.ts';
import { useStore } from '#web/lib/store.ts';
import { talkCounts } from '#web/lib/talk-view.ts';
import { me, unread } from '#web/lib/view.ts';
import { Badge } from '#web/ui/chip.tsx';
import styles from './dock.module.css';
import { dock, openDock } from './dock.ts';

const load = () => import('./DockPanel.tsx');
const DockPanel = lazy(load);

export function Dock() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { data: who } = useQuery(me());
  const talks = who !== undefined && who.position !== 'Analyst';
  const { data } = useQuery({ ...talkCounts(), enabled: talks });
  const at = useStore(dock, null);
  useEffect(() => {
    // What an earlier page could not send goes out by itself, wherever its writer is by now.
    const isLeft = talks && Object.keys(sessionStorage).some(name => name.includes(':said.'));
    if (isLeft) void import('./threads.ts').then(({ sendLeftOver }) => sendLeftOver());
  }, [talks]);
  const button = useRef<HTMLButtonElement>(null);
  const count = data?.unread ?? 0;
  const { data: inbox = 0 } = useQuery(unread());
  useEffect(() => unreadShown.set(count + inbox), [count, inbox]);
  if (!talks || pathname === '/chat') return null;
  if (at !== null)
    return (
      <Suspense fallback={null}>
        <DockPanel
          at={at}
          me={who}
          onClose={() => {
            dock.set(null);
            requestAnimationFrame(() => button.current?.focus());
          }}
        />
      </Suspense>
    );
  return (
    <button
      ref={button}
      type="button"
      className={styles.tab}
      aria-keyshortcuts="C"
      data-noprint=""
      onPointerEnter={() => void load()}
      onClick={() => openDock()}
    >
      <MessagesSquare aria-hidden="true" />
      {t('dock.none')}
      {count > 0 && (
        <>
          <Badge tone="brand">{count > 99 ? '99+' : count}</Badge>
          <span className="visually-hidden">{t('dock.unread', { count })}</span>
        </>
      )}
    </button>
  );
}
