/** A review as a dialog, where a person is sure without opening the plan's page. */
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

export function ReviewForm({ result: preset, ...props }: FormProps & { result?: 'approved' | 'refused' }) {
  const { t } = useTranslation(['action', 'rx']);
  const form = useForm(props, { result: (preset ?? null) as 'approved' | 'refused' | null, note: '' });
  const { result } = form.values;
  const note = form.values.note.trim();
  const ready = result === 'approved' || (result === 'refused' && note !== '');
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={!ready}
      disabledReason={t(result === 'refused' ? 'action:refusalNeedsNote' : 'action:chooseResult')}
      error={form.other(['result', 'note'])}
      submit={() => void form.submit({ result, ...(note ? { note } : {}) })}
    >
      <Segmented
        label={t('action:result')}
        value={result}
        onChange={value => form.set('result', value)}
        options={[
          { value: 'approved', label: t('rx:option.review.approved') },
          { value: 'refused', label: t('rx:option.review.refused') },
        ]}
      />
      <TextArea
        label={t('action:note.review')}
        required={result === 'refused'}
        optional={result !== 'refused'}
        maxLength={limits.noteMax}
        value={form.values.note}
        onChange={value => form.set('note', value)}
        error={form.error('note')}
      />
    </FormDialog>
  );
}
