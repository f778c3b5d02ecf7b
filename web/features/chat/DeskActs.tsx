/** Claim, hand over, close: what stands at the head of a conversation for those at the desk. */
import { Check, Hand } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesk } from '#events/chat/claim.ts';
import type { Conversation } from '#projections/chat/item.ts';
import { Button } from '#web/ui/button.tsx';
import { claim, close } from './desk.ts';
import { HandOver } from './HandOver.tsx';
import type { Who } from './titles.ts';

export function DeskActs({ of, me }: { of: Conversation; me: Who }) {
  const { t } = useTranslation('chat');
  const [handing, setHanding] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!isDesk(me.position) || of.count === 0) return null;
  const mine = of.holder?.id === me.id;
  const gives = of.holder !== null && (mine || me.position === 'SuperMechanic');
  const run = async (act: (id: string) => Promise<void>) => {
    setBusy(true);
    await act(of.id);
    setBusy(false);
  };
  return (
    <>
      {of.holder === null && (
        <Button
          size="small"
          variant={of.waitingSince === null ? 'outline' : 'primary'}
          icon={<Hand aria-hidden="true" />}
          pending={busy}
          onPress={() => void run(claim)}
        >
          {t('desk.claim')}
        </Button>
      )}
      {gives && (
        <Button size="small" onPress={() => setHanding(true)}>
          {t('desk.handOver')}
        </Button>
      )}
      {!of.closed && (
        <Button
          size="small"
          icon={<Check aria-hidden="true" />}
          pending={busy}
          onPress={() => void run(close)}
        >
          {t('desk.close')}
        </Button>
      )}
      {handing && <HandOver of={of} me={me} onClose={() => setHanding(false)} />}
    </>
  );
}
