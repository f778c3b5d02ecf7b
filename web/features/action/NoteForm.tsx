/** Confirmations, and actions that take a note: reject, ask for information, suspend, continue, … */
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import { type Rule, rulesOf } from '#events/case/rules.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { grave } from './choose.ts';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

const needsNote = (rules: readonly Rule[]) => rules.some(rule => rule.needs === 'note');

export function NoteForm(props: FormProps) {
  const { action, caseId, onClose } = props;
  const { t } = useTranslation(['action', 'case']);
  const form = useForm(props, { note: '' });
  const noted = needsNote(rulesOf(action));
  const note = {
    label: t(`case:note.${action}`),
    required: true,
    value: form.values.note,
    onChange: (value: string) => form.set('note', value),
    maxLength: limits.noteMax,
    error: form.error('note'),
  };
  return (
    <ConfirmDialog
      open
      title={t(`case:action.${action}`)}
      confirm={t(`case:action.${action}`)}
      cancel={t('action:cancel')}
      danger={grave.includes(action)}
      pending={form.pending}
      disabled={noted && form.values.note.trim() === ''}
      note={noted ? note : undefined}
      onConfirm={() => form.submit(noted ? { note: form.values.note.trim() } : {})}
      onClose={onClose}
    >
      <p>
        <strong className="num">{caseId}</strong> · {t(`case:confirm.${action}`)}
      </p>
      {form.other(['note']) && <p role="alert">{form.other(['note'])}</p>}
    </ConfirmDialog>
  );
}
