/** Removes a record or visit after a confirmation: the page no longer shows it. */

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDoneToast } from '#web/features/actionForm/done-toast.ts';
import { takeAction } from '#web/lib/act.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useNavigateTo } from '#web/ui/link.tsx';

type Props = {
  caseId: string;
  action: 'removeProcess' | 'removeVisit';
  input: object;
  /** Date and aligner of the removed item. */
  what: { date: string; stage: number };
};

export function RemoveEntryButton({ caseId, action, input, what }: Props) {
  const { t } = useTranslation(['process', 'action', 'case']);
  const go = useNavigateTo();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    const done = await takeAction(caseId, action, input);
    setPending(false);
    if (done.ok) showDoneToast({ action, caseId, input, answer: done.answer.data, go });
    // A 404 means that the item is already removed.
    if (done.ok || done.error.http === 404) setAsking(false);
  };
  return (
    <>
      <IconButton
        size="small"
        label={t(`process:label.${action}`, what)}
        icon={<Trash2 />}
        onPress={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        danger
        title={t(`case:action.${action}`)}
        confirm={t('process:remove')}
        cancel={t('action:cancel')}
        pending={pending}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>{t(`process:ask.${action}`, what)}</p>
      </ConfirmDialog>
    </>
  );
}
