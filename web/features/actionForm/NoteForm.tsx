/**
 * Dialog of actions that take only a confirmation, or a note with its reasons: reject, ask for information, suspend,
 * continue, …
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import type { Reason } from '#events/case/reasons.ts';
import { type ActionRule, rulesOf } from '#events/case/rules.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { ActionFormProps } from './action-form.ts';
import { destructiveActions } from './destructive-actions.ts';
import { ReasonsField } from './ReasonsField.tsx';

const needsNote = (rules: readonly ActionRule[]) => rules.some(rule => rule.needs === 'note');

export function NoteForm({ action, caseId, send, onClose }: ActionFormProps) {
  const { t } = useTranslation(['action', 'case']);
  const [text, setText] = useState('');
  const [reasons, setReasons] = useState<Reason[]>([]);
  const sending = useCommandState();
  const noted = needsNote(rulesOf(action));
  const note = {
    label: t(`case:note.${action}`),
    required: true,
    value: text,
    onChange: setText,
    maxLength: limits.noteMax,
    error: sending.error('note'),
  };
  const refused = sending.other(['note', 'reasons']);
  const submit = async () => {
    const input = noted ? { note: text.trim(), ...(reasons.length > 0 && { reasons }) } : {};
    if (await sending.run(() => send(action, input))) onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t(`case:action.${action}`)}
      confirm={t(`case:action.${action}`)}
      cancel={t('action:cancel')}
      danger={destructiveActions.includes(action)}
      pending={sending.pending}
      disabled={noted && text.trim() === ''}
      note={noted ? note : undefined}
      below={
        <ReasonsField
          action={action}
          value={reasons}
          onChange={setReasons}
          error={sending.error('reasons')}
        />
      }
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        <strong className="num">{caseId}</strong> · {t(`case:confirm.${action}`)}
      </p>
      {refused && <p role="alert">{refused}</p>}
    </ConfirmDialog>
  );
}
