/** Completing a case: outcome, date, retainer, models, after-treatment pictures. */
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { FilesField } from '#web/features/file/FilesField.tsx';
import { useUploads } from '#web/features/file/useUploads.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

const fields = ['outcome', 'date', 'retainer', 'models', 'photos', 'xrays'];
/** Outcomes by status, as events/case/actions.ts refuses the others. */
const allowed: Partial<Record<number, readonly number[]>> = { 25: [2, 3, 4], 33: [3] };

export function CompleteForm(props: FormProps) {
  const { t } = useTranslation(['action', 'rx']);
  const { caseId, detail } = props;
  const outcomes = allowed[detail?.header.status ?? 30] ?? options.outcome;
  const form = useForm(props, { outcome: '', date: null as string | null, retainer: false, models: false });
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
        value={outcome}
        onChange={value => form.set('outcome', value)}
        options={outcomes.map(o => ({ value: String(o), label: t(`rx:option.outcome.${o}`) }))}
        error={form.error('outcome')}
      />
      <DateField
        label={t('action:completedOn')}
        required
        value={date}
        onChange={value => form.set('date', value)}
        error={form.error('date')}
      />
      <Checkbox checked={retainer} onChange={value => form.set('retainer', value)}>
        {t('action:orderRetainer')}
      </Checkbox>
      <Checkbox checked={models} onChange={value => form.set('models', value)}>
        {t('action:submitModels')}
      </Checkbox>
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
