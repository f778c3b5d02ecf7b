/** A record of process control: the day, the aligner, pictures, models, remarks. */
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import type { CaseView } from '#projections/case/view.ts';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import type { FormProps } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';
import { FilesField } from '#web/features/file/FilesField.tsx';
import { useUploads } from '#web/features/file/useUploads.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { lastStageOf, likelyStage } from './stage.ts';
import { WhenFields } from './WhenFields.tsx';

const fields = ['date', 'stage', 'files', 'remarks'];

type Props = FormProps & { view: CaseView; today: string };

export function RecordForm({ view, today, ...props }: Props) {
  const { t } = useTranslation(['process', 'action', 'case']);
  const first = { date: today as string | null, stage: likelyStage(view, today) as number | null };
  const form = useForm(props, { ...first, remarks: '' });
  const uploads = useUploads({ caseId: props.caseId });
  const { date, stage } = form.values;
  const remarks = form.values.remarks.trim();
  const something = uploads.fileIds.length > 0 || remarks !== '';
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={!something || date === null || stage === null || uploads.busy}
      disabledReason={uploads.busy ? t('action:wait') : t('process:recordNeeds')}
      error={form.error('files') ?? form.other(fields)}
      submit={() =>
        void form.submit({ date, stage, files: uploads.fileIds, ...(remarks ? { remarks } : {}) })
      }
    >
      <WhenFields
        date={date}
        stage={stage}
        today={today}
        last={lastStageOf(view)}
        onDate={value => form.set('date', value)}
        onStage={value => form.set('stage', value)}
        error={form.error}
      />
      <FilesField label={t('process:photos')} kind="photo" uploads={uploads} />
      <FilesField label={t('process:models')} kind="stl" uploads={uploads} />
      <TextArea
        label={t('case:note.recordProcess')}
        {...form.field('remarks', form.values.remarks)}
        maxLength={limits.noteMax}
      />
    </FormDialog>
  );
}
