/** Pausing, resuming and making longer: each says what becomes of the next change. */
import { useTranslation } from 'react-i18next';
import { limits as most } from '#events/case/options.ts';
import { type WearRecord, wearAt } from '#events/wear/wear.ts';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import type { FormProps } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { recordOf } from './record.ts';
import { useToday } from './useToday.ts';

type MovedProps = { detail: FormProps['detail']; today: string; change: (wear: WearRecord) => WearRecord };

/** The day of the next change, now and then. */
function Moved({ detail, today, change }: MovedProps) {
  const { t } = useTranslation('wear');
  const wear = detail ? recordOf(detail) : null;
  const limits = detail?.wearLimits;
  if (!wear || !limits) return null;
  const [is, then] = [wear, change(wear)].map(each => wearAt(each, limits, today).next ?? t('openEnd'));
  return <p className="num">{t('moved', { is, then })}</p>;
}

export function HoldForm(props: FormProps) {
  const { t } = useTranslation('wear');
  const today = useToday(props.detail?.zone ?? 'UTC');
  const form = useForm<{ from?: string | null; until: string | null }>(props, { until: null });
  const { from = today, until } = form.values;
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      disabled={from === null}
      disabledReason={t('fill')}
      error={form.other(['from', 'until'])}
      submit={() => void form.submit({ from, until })}
    >
      <DateField label={t('field.from')} required {...form.field('from', from)} />
      <DateField label={t('field.until')} hint={t('field.untilHint')} {...form.field('until', until)} />
      {from !== null && (until === null || until > from) && (
        <Moved
          detail={props.detail}
          today={today}
          change={wear => ({ ...wear, holds: [...wear.holds, { from, until }] })}
        />
      )}
    </FormDialog>
  );
}

export function ResumeForm(props: FormProps) {
  const { t } = useTranslation('wear');
  const today = useToday(props.detail?.zone ?? 'UTC');
  const form = useForm<{ on?: string | null }>(props, {});
  const { on = today } = form.values;
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      disabled={on === null}
      disabledReason={t('fill')}
      error={form.other(['on'])}
      submit={() => void form.submit({ on })}
    >
      <DateField label={t('field.resumeOn')} required {...form.field('on', on)} />
    </FormDialog>
  );
}

export function ExtendForm(props: FormProps) {
  const { t } = useTranslation('wear');
  const today = useToday(props.detail?.zone ?? 'UTC');
  const form = useForm<{ days: number | null }>(props, { days: 3 });
  const { days } = form.values;
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      disabled={days === null}
      disabledReason={t('fill')}
      error={form.other(['days'])}
      submit={() => void form.submit({ days })}
    >
      <NumberField
        label={t('field.longer')}
        required
        min={1}
        max={most.wearLongerMax}
        {...form.field('days', days)}
      />
      {days !== null && props.detail?.wearLimits && (
        <Moved
          detail={props.detail}
          today={today}
          change={wear => {
            // The record is there where its limits are: Moved shows nothing otherwise.
            const stage = props.detail?.wearLimits ? wearAt(wear, props.detail.wearLimits, today).stage : 0;
            return { ...wear, longer: { ...wear.longer, [stage]: (wear.longer[stage] ?? 0) + days } };
          }}
        />
      )}
    </FormDialog>
  );
}
