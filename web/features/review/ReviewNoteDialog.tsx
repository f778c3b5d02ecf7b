/** Dialog for the note to the designer; a refusal requires a note and takes reasons. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import type { Reason } from '#events/case/reasons.ts';
import type { Action } from '#events/case/rules.ts';
import { ReasonsField } from '#web/features/actionForm/ReasonsField.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

type Props = {
  /** `refuse` sends the note with a refusal, `keep` stores it for the decision. */
  purpose: 'refuse' | 'keep' | null;
  version: number;
  note: string;
  /** Action of the review. It determines the offered reasons of a refusal. */
  action: Action;
  reasons: readonly Reason[];
  pending: boolean;
  onReasons: (reasons: Reason[]) => void;
  onChange: (note: string) => void;
  onRefuse: () => void;
  onClose: () => void;
};

export function ReviewNoteDialog(props: Props) {
  const { purpose, version, note, action, reasons, pending, onChange, onReasons, onRefuse, onClose } = props;
  const { t } = useTranslation(['review', 'error', 'action']);
  const [tried, setTried] = useState(false);
  const refuses = purpose === 'refuse';
  const lacks = refuses && tried && note.trim() === '';
  const close = () => {
    setTried(false);
    onClose();
  };
  const confirm = () => {
    if (!refuses) return close();
    setTried(true);
    if (note.trim() !== '' && !pending) onRefuse();
  };
  return (
    <Dialog
      open={purpose !== null}
      onClose={close}
      title={t(refuses ? 'review:refuseVersion' : 'review:note', { version })}
      onCtrlEnter={confirm}
      actions={
        <>
          <Button onPress={close}>{t('action:cancel')}</Button>
          <Button variant={refuses ? 'dangerFilled' : 'primary'} pending={pending} onPress={confirm}>
            {t(refuses ? 'review:refuseVersion' : 'review:keepNote', { version })}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('review:note')}
        hint={refuses && !lacks ? t('review:noteHint') : undefined}
        value={note}
        rows={5}
        maxLength={limits.noteMax}
        error={lacks ? t('error:issue.note-required') : undefined}
        required={refuses}
        autoFocus
        onChange={onChange}
      />
      {refuses && <ReasonsField action={action} value={reasons} onChange={onReasons} />}
    </Dialog>
  );
}
