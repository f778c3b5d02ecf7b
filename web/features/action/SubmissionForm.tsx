/** Handing in a target position or a plan: its name, stages, instructions and bundle. */
import { useTranslation } from 'react-i18next';
import { FilesField } from '#web/features/file/FilesField.tsx';
import { useUploads } from '#web/features/file/useUploads.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './action.module.css';
import { FormDialog } from './FormDialog.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

const fields = ['name', 'upperStages', 'lowerStages', 'instructions', 'files'] as const;

export function SubmissionForm(props: FormProps) {
  const { t } = useTranslation(['action', 'case']);
  const { action, caseId, detail } = props;
  const versions = (action === 'submitPlan' ? detail?.plans : detail?.targets) ?? [];
  const version = (versions[versions.length - 1]?.version ?? 0) + 1;
  const form = useForm(props, {
    name: '',
    upperStages: null as number | null,
    lowerStages: null as number | null,
    instructions: '',
  });
  const uploads = useUploads({ caseId });
  const { name, upperStages, lowerStages, instructions } = form.values;
  const standard = t(`case:standardName.${action === 'submitPlan' ? 'plans' : 'targets'}`, { version });
  const ready = uploads.fileIds.length > 0 && !uploads.busy && (upperStages ?? 0) + (lowerStages ?? 0) > 0;
  const submit = () =>
    form.submit({
      name: name.trim() || standard,
      upperStages: upperStages ?? 0,
      lowerStages: lowerStages ?? 0,
      ...(instructions.trim() ? { instructions: instructions.trim() } : {}),
      files: uploads.fileIds,
    });
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={!ready}
      disabledReason={uploads.busy ? t('wait') : t('stagesAndBundle')}
      error={form.other(fields)}
      submit={() => void submit()}
    >
      <p className={styles.make}>
        <LinkButton
          href={`/eSetThreeDView?id=${caseId}&make=${action === 'submitPlan' ? 'plans' : 'targets'}`}
        >
          {t('fromStages')}
        </LinkButton>
        <span className="t-small t-2">{t('fromStagesHow')}</span>
      </p>
      <TextField label={t('name')} placeholder={standard} {...form.field('name', name)} />
      <div className={styles.pair}>
        <NumberField label={t('upperStages')} min={0} max={200} {...form.field('upperStages', upperStages)} />
        <NumberField label={t('lowerStages')} min={0} max={200} {...form.field('lowerStages', lowerStages)} />
      </div>
      <TextArea label={t('instructions')} optional {...form.field('instructions', instructions)} />
      <FilesField
        label={t('bundle')}
        hint={t('bundleHint')}
        kind="plan"
        uploads={uploads}
        error={form.error('files')}
      />
    </FormDialog>
  );
}
