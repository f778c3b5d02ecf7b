/** The desk's buttons at the head of a conversation: claim, hand over, release, close. */

import { Check, Hand, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conversationKinds } from '#events/chat/kinds.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import type { Conversation } from '#projections/chat/item.ts';
import { Button } from '#web/ui/button.tsx';
import type { ChatUser } from './conversation-titles.ts';
import { claimConversation, closeConversation, releaseConversation } from './desk-actions.ts';
import { HandOverConversationDialog } from './HandOverConversationDialog.tsx';
import styles from './talk.module.css';

export function DeskActions({ of, me }: { of: Conversation; me: ChatUser }) {
  const { t } = useTranslation('chat');
  const [handing, setHanding] = useState(false);
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const pressed = useRef(false);
  // The pressed button disappears when the pushed row arrives: keeps the focus near its place.
  useEffect(() => {
    if (busy || handing || !pressed.current) return;
    const focused = document.activeElement;
    if (place.current?.contains(focused)) return;
    pressed.current = false;
    if (focused === document.body) place.current?.querySelector('button')?.focus();
  });
  if (!conversationKinds[of.kind].desk || !isDeskPosition(me.position) || of.count === 0) return null;
  const mine = of.holder?.id === me.id;
  const gives = of.holder !== null && (mine || me.position === 'SuperMechanic');
  const closes =
    !of.closed && (of.waitingSince === null || of.holder === null || mine || me.position === 'SuperMechanic');
  const run = async (act: (id: string) => Promise<void>) => {
    pressed.current = true;
    setBusy(true);
    await act(of.id);
    setBusy(false);
  };
  return (
    <span ref={place} className={styles.acts}>
      {of.holder === null && (
        <Button
          size="small"
          variant={of.waitingSince === null ? 'outline' : 'primary'}
          icon={<Hand aria-hidden="true" />}
          pending={busy}
          onPress={() => void run(claimConversation)}
        >
          {t('desk.claim')}
        </Button>
      )}
      {gives && (
        <Button
          size="small"
          onPress={() => {
            pressed.current = true;
            setHanding(true);
          }}
        >
          {t('desk.handOver')}
        </Button>
      )}
      {mine && (
        <Button
          size="small"
          icon={<Undo2 aria-hidden="true" />}
          pending={busy}
          onPress={() => void run(releaseConversation)}
        >
          {t('desk.release')}
        </Button>
      )}
      {closes && (
        <Button
          size="small"
          icon={<Check aria-hidden="true" />}
          pending={busy}
          onPress={() => void run(closeConversation)}
        >
          {t('desk.close')}
        </Button>
      )}
      {handing && <HandOverConversationDialog of={of} me={me} onClose={() => setHanding(false)} />}
    </span>
  );
}
