/** The chat dock: the list of conversations or one conversation. The page stays visible and usable. */

import { Maximize2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChatDockContent, chatDockAtom } from '#web/lib/chat-dock.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ChatDockLoading, handleDockKeys } from './ChatDockLoading.tsx';
import { ConversationList } from './ConversationList.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import { chatHref } from './chat-search-params.ts';
import type { ChatUser } from './conversation-titles.ts';
import styles from './dock.module.css';
import { useConversation } from './useConversation.ts';

type Props = { at: ChatDockContent; me: ChatUser; onClose: () => void };

const languageOfText = ['chat', 'case', 'rx', 'file', 'error', 'caseDetail', 'desk', 'term'];

function Ends({ at, onClose }: Pick<Props, 'at' | 'onClose'>) {
  const { t } = useTranslation('chat');
  return (
    <>
      <IconButton
        size="small"
        label={t('dock.page')}
        icon={<Maximize2 aria-hidden="true" />}
        href={chatHref(at)}
      />
      <IconButton size="small" label={t('dock.close')} icon={<X aria-hidden="true" />} onPress={onClose} />
    </>
  );
}

function Opened({ id, at, me, onClose }: Props & { id: string }) {
  const talk = useConversation(id);
  return (
    <ConversationPane
      id={id}
      me={me}
      talk={talk}
      at={at.m}
      prefill={at.text}
      autoFocus
      back={{ href: '/chat', onPress: () => screenStore.set(chatDockAtom, {}) }}
      onOther={other => screenStore.set(chatDockAtom, { c: other })}
      end={<Ends at={{ c: id }} onClose={onClose} />}
    />
  );
}

export default function ChatDockPanel({ at, me, onClose }: Props) {
  const { t, ready } = useTranslation(languageOfText);
  const box = useRef<HTMLElement>(null);
  const { c } = at;
  // The panel keeps the focus until its text field is mounted, so that typed keys trigger no shortcut of the
  // page.
  useEffect(() => {
    if (ready && !box.current?.contains(document.activeElement)) box.current?.focus();
  }, [ready]);
  if (!ready) return <ChatDockLoading onClose={onClose} />;
  return (
    <aside
      ref={box}
      className={styles.panel}
      aria-label={t('chat:dock.title')}
      tabIndex={-1}
      data-noprint=""
      onKeyDown={event => handleDockKeys(event, onClose)}
    >
      {c ? (
        <Opened key={c} id={c} at={at} me={me} onClose={onClose} />
      ) : (
        <>
          <header className={styles.head}>
            <h2 className="t-title">{t('chat:dock.title')}</h2>
            <span className={styles.ends}>
              <Ends at={{}} onClose={onClose} />
            </span>
          </header>
          <ConversationList
            me={me}
            search={{}}
            onOpen={(id, m) => screenStore.set(chatDockAtom, { c: id, ...(m && { m }) })}
          />
        </>
      )}
    </aside>
  );
}
