/** Completing a case: outcome, date, retainer, models, after-treatment pictures. */

import { useTranslation } from 'react-i18next';
import { outcomesAt } from '#events/case/complete.ts';
import { Status } from '#events/case/status.ts';
import { FilesField } from '#web/features/file/FilesField.tsx';
import { useUploads } from '#web/features/file/useUploads.ts';
import { dayOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import styles from './action.module.css';
import { FormDialog } from './FormDialog.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

const fields = ['outcome', 'date', 'retainer', 'models', 'photos', 'xrays'];

type YesNoProps = {
  label: string;
  value: boolean;
  onChange: (yes: boolean) => void;
  hint: string | undefined;
};

function YesNo({ label, value, onChange, hint }: YesNoProps) {
  const { t } = useTranslation('archive');
  return (
    <div className={styles.yesNo}>
      <Segmented
        label={label}
        value={value ? 'yes' : 'no'}
        onChange={answer => onChange(answer === 'yes')}
        options={[
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
      />
      {hint && <p className="t-small t-2">{hint}</p>}
    </div>
  );
}

export function CompleteForm(props: FormProps) {
  const { t } = useTranslation(['action', 'rx', 'archive']);
  const { caseId, detail } = props;
  const outcomes = outcomesAt(detail?.header.status ?? Status.AllSent);
  const today = dayOf(useNow());
  const form = useForm(props, { outcome: '', date: today as string | null, retainer: false, models: false });
  const photos = useUploads({ caseId });
  const xrays = useUploads({ caseId });
  const { outcome, date, retainer, models } = form.values;
  const pictures = Number(outcome) <= 2;
  const shown = outcome !== '' && (!pictures || (photos.fileIds.length > 0 && xrays.fileIds.length > 0));
  const busy = photos.busy || xrays.busy;
  const ready = shown && date !== null && !busy;
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={!ready}
      disabledReason={busy ? t('action:wait') : t('action:completeNeeds')}
      error={form.other(fields)}
      submit={() =>
        void form.submit({
          outcome: Number(outcome),
          date,
          retainer,
          models,
          photos: photos.fileIds,
          xrays: xrays.fileIds,
        })
      }
    >
      <RadioGroup
        label={t('action:outcome')}
        required
        {...form.field('outcome', outcome)}
        options={outcomes.map(o => ({ value: String(o), label: t(`rx:option.outcome.${o}`) }))}
      />
      <DateField label={t('action:completedOn')} required max={today} {...form.field('date', date)} />
      <YesNo
        label={t('action:orderRetainer')}
        value={retainer}
        onChange={value => form.set('retainer', value)}
        hint={retainer ? t('archive:retainerNext') : undefined}
      />
      <YesNo
        label={t('action:submitModels')}
        value={models}
        onChange={value => form.set('models', value)}
        hint={models ? t('archive:modelsNext') : undefined}
      />
      {pictures && outcome !== '' && (
        <>
          <FilesField
            label={t('action:afterPhotos')}
            kind="photo"
            uploads={photos}
            error={form.error('photos')}
          />
          <FilesField
            label={t('action:afterXrays')}
            kind="radiograph"
            uploads={xrays}
            error={form.error('xrays')}
          />
        </>
      )}
    </FormDialog>
  );
}
