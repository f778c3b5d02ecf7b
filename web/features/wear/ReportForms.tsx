/** What really happened: an aligner that was changed, a contact with the patient. */
import { useTranslation } from 'react-i18next';
import { limits as most } from '#events/case/options.ts';
import { checkKinds, checkResults } from '#events/wear/events.ts';
import { lastHere, wearAt } from '#events/wear/wear.ts';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import type { FormProps } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { recordOf } from './record.ts';
import { useToday } from './useToday.ts';
import styles from './wear.module.css';

export function ChangeForm(props: FormProps) {
  const { t } = useTranslation('wear');
  const { detail } = props;
  const today = useToday(detail?.zone ?? 'UTC');
  const wear = detail ? recordOf(detail) : null;
  const limits = detail?.wearLimits ?? null;
  const here = limits ? lastHere(limits) : 1;
  const next = wear && limits ? Math.min(here, wearAt(wear, limits, today).stage + 1) : 1;
  const form = useForm<{ stage?: number | null; on?: string | null }>(props, {});
  const { stage = next, on = today } = form.values;
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      disabled={stage === null || on === null}
      disabledReason={t('fill')}
      error={form.other(['stage', 'on'])}
      submit={() => void form.submit({ stage, on })}
    >
      <NumberField
        label={t('field.changedTo')}
        hint={t('field.stageHint', { last: here })}
        required
        min={1}
        max={here}
        {...form.field('stage', stage)}
      />
      <DateField label={t('field.changedOn')} required max={today} {...form.field('on', on)} />
    </FormDialog>
  );
}

type Check = {
  on?: string | null;
  kind: (typeof checkKinds)[number];
  result: (typeof checkResults)[number] | null;
  hours: number | null;
  next: string | null;
  note: string;
};

export function CheckForm(props: FormProps) {
  const { t } = useTranslation(['wear', 'case']);
  const today = useToday(props.detail?.zone ?? 'UTC');
  const form = useForm<Check>(props, { kind: 'contact', result: null, hours: null, next: null, note: '' });
  const { on = today, kind, result, hours, next, note } = form.values;
  const said = note.trim();
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={on === null || result === null}
      disabledReason={t('wear:fill')}
      error={form.other(['on', 'kind', 'result', 'hours', 'next', 'note'])}
      submit={() => void form.submit({ on, kind, result, hours, next, ...(said && { note: said }) })}
    >
      <Segmented
        label={t('wear:field.kind')}
        {...form.field('kind', kind)}
        options={checkKinds.map(value => ({ value, label: t(`wear:kind.${value}`) }))}
      />
      <Segmented
        label={t('wear:field.result')}
        required
        {...form.field('result', result)}
        options={checkResults.map(value => ({ value, label: t(`wear:result.${value}`) }))}
      />
      <div className={styles.pair}>
        <DateField label={t('wear:field.checkedOn')} required max={today} {...form.field('on', on)} />
        <DateField label={t('wear:field.nextCheck')} {...form.field('next', next)} />
      </div>
      <NumberField
        label={t('wear:field.hours')}
        hint={t('wear:field.hoursHint')}
        min={0}
        max={24}
        {...form.field('hours', hours)}
      />
      <TextArea label={t('case:note.checkWear')} maxLength={most.noteMax} {...form.field('note', note)} />
    </FormDialog>
  );
}
