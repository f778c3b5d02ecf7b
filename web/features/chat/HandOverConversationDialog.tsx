/** Dialog that hands a conversation over to another desk agent. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '#projections/chat/item.ts';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import type { ChatUser } from './conversation-titles.ts';
import { deskAgentsQuery, handOverConversation } from './desk-actions.ts';

export function HandOverConversationDialog({
  of,
  me,
  onClose,
}: {
  of: Conversation;
  me: ChatUser;
  onClose: () => void;
}) {
  const { t } = useTranslation(['chat', 'case']);
  const { data } = useQuery(deskAgentsQuery());
  const people = data?.filter(person => person.id !== of.holder?.id);
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const to = people?.find(person => person.id === chosen);
  const run = async () => {
    if (!to) return;
    setBusy(true);
    // Undo gives the conversation back: to the agent who handed it over or, if a supervisor did, to its former holder.
    const back = me.position === 'SuperMechanic' ? (of.holder?.id ?? null) : me.id;
    if (await handOverConversation(of.id, to, back)) onClose();
    else setBusy(false);
  };
  return (
    <SubmitDialog
      size="small"
      title={t('chat:desk.handOverTitle')}
      onClose={onClose}
      cancel={t('chat:cancel')}
      confirm={t('chat:desk.handOver')}
      submit={run}
      pending={busy}
      disabledReason={to ? undefined : t('chat:desk.chooseFirst')}
    >
      {people === undefined ? (
        <Skeleton lines={3} label={t('chat:loading')} />
      ) : people.length === 0 ? (
        <p className="t-2">{t('chat:desk.nobody')}</p>
      ) : (
        <RadioGroup
          label={t('chat:desk.to')}
          value={chosen}
          onChange={setChosen}
          options={people.map(({ id, name, position }) => ({
            value: id,
            label: name,
            note: t(`case:position.${position}`),
          }))}
        />
      )}
    </SubmitDialog>
  );
}
