/** Beginning the wear record, or beginning it anew, with the calendar that it makes. */
import { useTranslation } from 'react-i18next';
import { limits as most } from '#events/case/options.ts';
import { lastComplete, lastHere, wearAt, wearCalendar } from '#events/wear/wear.ts';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import type { FormProps } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';
import { Banner } from '#web/ui/banner.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Pill } from '#web/ui/filter-chips.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { draftOf, recordOf } from './record.ts';
import { useToday } from './useToday.ts';
import { WearCalendar } from './WearCalendar.tsx';
import styles from './wear.module.css';

/** How long an aligner is worn, as most clinics do it. */
const usual = [7, 10, 14];
type Values = { start?: string | null; stage?: number | null; days: number | null };

export function RecordForm(props: FormProps) {
  const { t } = useTranslation('wear');
  const { detail } = props;
  const today = useToday(detail?.zone ?? 'UTC');
  const limits = detail?.wearLimits ?? null;
  const before = detail ? recordOf(detail) : null;
  const form = useForm<Values>(props, { days: before?.days ?? most.wearDaysDefault });
  const now = before && limits && wearAt(before, limits, today);
  const { start = today, stage = now?.stage ?? 1, days } = form.values;
  const record = start !== null && stage !== null && days !== null ? { start, stage, days } : null;
  const here = limits ? lastHere(limits) : 1;
  const isUneven = limits !== null && lastComplete(limits) < here;
  const fits = record !== null && record.stage <= here;
  const draft = fits ? draftOf(record) : null;
  const end = draft && limits ? wearCalendar(draft, limits).at(-1) : undefined;
  return (
    <FormDialog
      form={props}
      size="medium"
      pending={form.pending}
      disabled={record === null || !limits}
      disabledReason={limits ? t('fill') : t('none.nothing')}
      error={form.other(['start', 'stage', 'days'])}
      submit={() => void (record && form.submit(record))}
    >
      {before && <Banner tone="warn">{t('anewMeans')}</Banner>}
      <DateField label={t('field.start')} required {...form.field('start', start)} />
      <div className={styles.pair}>
        <NumberField
          label={t('field.stage')}
          hint={isUneven ? t('field.stageHintArches', limits.received) : t('field.stageHint', { last: here })}
          required
          min={1}
          max={here}
          {...form.field('stage', stage)}
        />
        <NumberField
          label={t('field.days')}
          required
          min={most.wearDaysMin}
          max={999}
          {...form.field('days', days)}
        />
      </div>
      <div className={styles.pills}>
        {usual.map(count => (
          <Pill key={count} pressed={days === count} onPress={() => form.set('days', count)}>
            {t('everyDays', { count })}
          </Pill>
        ))}
      </div>
      {draft && limits && (
        <section aria-label={t('preview')} className={styles.calendar}>
          <h3 className="t-title">{t('preview')}</h3>
          <WearCalendar wear={draft} limits={limits} today={today} months={2} />
          {end && <p className="t-2">{t('endsOn', { stage: end.stage, day: end.on })}</p>}
        </section>
      )}
    </FormDialog>
  );
}
