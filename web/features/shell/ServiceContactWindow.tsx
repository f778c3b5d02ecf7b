/** "Contact service": a small window that can be moved by pointer, or by Alt and the arrow keys. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayTalk } from '#events/chat/kinds.ts';
import { ownServiceConversationIds } from '#web/features/chat/conversation-titles.ts';
import { openChatDock } from '#web/lib/chat-dock.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import styles from './shell.module.css';

const step = 24;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Offset from its corner, limited to the window. */
function useMoved() {
  const box = useRef<HTMLElement>(null);
  const [at, setAt] = useState({ x: 0, y: 0 });
  const move = (dx: number, dy: number) => {
    const rect = box.current?.getBoundingClientRect();
    if (!rect) return;
    const x = Math.min(Math.max(dx, -rect.left), innerWidth - rect.right);
    const y = Math.min(Math.max(dy, -rect.top), innerHeight - rect.bottom);
    setAt(before => ({ x: before.x + x, y: before.y + y }));
  };
  return { box, at, move };
}

export function ServiceContactWindow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { box, at, move } = useMoved();
  const { data: who } = useQuery(currentUserQuery());
  const [own] = who ? ownServiceConversationIds(who) : [];
  useEffect(() => box.current?.focus(), [box]);
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1) move(event.movementX, event.movementY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    const by = event.altKey ? arrows[event.key] : undefined;
    if (!by) return;
    event.preventDefault();
    move(...by);
  };
  return (
    <section
      ref={box}
      role="dialog"
      aria-label={t('contact.title')}
      aria-describedby="contact-move"
      tabIndex={-1}
      className={styles.contact}
      style={{ ['--x' as string]: `${at.x}px`, ['--y' as string]: `${at.y}px` }}
      onKeyDown={onKeyDown}
    >
      <header
        className={styles.contactHead}
        onPointerDown={event =>
          event.target === event.currentTarget && event.currentTarget.setPointerCapture(event.pointerId)
        }
        onPointerMove={drag}
      >
        <h2 className="t-title">{t('contact.title')}</h2>
        <IconButton
          size="small"
          label={t('common:kit.close')}
          icon={<X aria-hidden="true" />}
          onPress={onClose}
        />
      </header>
      <p>{t('contact.text')}</p>
      {who && mayTalk(who.position) && (
        <Button
          variant="primary"
          wide
          onPress={() => {
            onClose();
            openChatDock(own ? { c: own } : {});
          }}
        >
          {t('contact.chat')}
        </Button>
      )}
      <span className={styles.qr}>
        <QrCode text={`${location.origin}/support`} size={144} title={t('contact.scan')} />
      </span>
      <p className="t-small t-2">{t('contact.scan')}</p>
      <p id="contact-move" className="visually-hidden">
        {t('contact.move')}
      </p>
    </section>
  );
}
