/** Delivery state of an own message: stored, delivered, read; names the readers on hover. */
import { Check, CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChatReadMark } from '#projections/chat/item.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { useConversationContext } from './ConversationContext.tsx';
import styles from './message.module.css';
import { readReceiptOf } from './read-receipts.ts';

type Props = { seq: number; marks: readonly ChatReadMark[]; active: boolean };

export function DeliveryTicks({ seq, marks, active }: Props) {
  const { t } = useTranslation('chat');
  const { me, nameOf } = useConversationContext();
  const { state, read, got } = readReceiptOf(seq, marks, me.id);
  const list = (ids: string[]) => ids.map(nameOf).join(t('comma'));
  const who = [
    read.length > 0 && t('mark.readBy', { names: list(read) }),
    got.length > 0 && t('mark.gotBy', { names: list(got) }),
  ].filter(Boolean);
  const what = (
    <>
      {state === 'read' && <CheckCheck aria-hidden="true" />}
      {state === 'got' && <Check aria-hidden="true" />}
      <span className={state === 'got' ? 'visually-hidden' : undefined}>{t(`mark.${state}`)}</span>
    </>
  );
  if (!active || who.length === 0)
    return (
      <span className={styles.ticks} data-state={state}>
        {what}
      </span>
    );
  return (
    <Tooltip text={who.join(t('semicolon'))} placement="top">
      <button type="button" className={styles.ticks} data-state={state}>
        {what}
      </button>
    </Tooltip>
  );
}
