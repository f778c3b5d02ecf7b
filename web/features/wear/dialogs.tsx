/** Dialogs of the wear record. Pause and prolongation show their effect on the next change. */
import type * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { wearActions } from '#events/wear/actions.ts';
import type { WearRecord } from '#events/wear/wear.ts';
import {
  lastCompleteAligner,
  lastReceivedAligner,
  wearAt,
  wearCalendar,
} from '#events/wear/wear-calendar.ts';
import type { ActionFormProps } from '#web/features/actionForm/action-form.ts';
import { DialogTableForm } from '#web/features/actionForm/SchemaForm.tsx';
import {
  createSchemaDialog,
  type DialogContext,
  type DialogState,
} from '#web/features/actionForm/schema-dialog.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PillButton } from '#web/ui/filter-chips.tsx';
import { WearCalendar } from './WearCalendar.tsx';
import styles from './wear.module.css';
import { unsavedWearRecord, wearRecordOf } from './wear-record.ts';

type Context<A extends keyof typeof wearActions> = DialogContext<z.input<(typeof wearActions)[A]['input']>>;
type RecordInput = z.input<typeof wearActions.recordWear.input>;
type PreviewInput = Pick<Context<'recordWear'>, 't' | 'detail' | 'today'>;

/** The date of the next change before and after the action. */
function nextChangeDates(
  { t, detail, today }: PreviewInput,
  change: (wear: WearRecord, stage: number) => WearRecord,
) {
  const wear = detail && wearRecordOf(detail);
  const found = detail?.wearLimits;
  if (!wear || !found) return null;
  const changed = change(wear, wearAt(wear, found, today).stage);
  const [is, then] = [wear, changed].map(each => wearAt(each, found, today).next ?? t('wear:openEnd'));
  return <p className="num">{t('wear:moved', { is, then })}</p>;
}

/** Usual wear times of one aligner in clinics, days. */
const usualDays = [7, 10, 14];

/** The calendar that the dialog's record would produce. */
function preview({ t, detail, today }: PreviewInput, record: Required<RecordInput> | null) {
  const found = detail?.wearLimits;
  if (!record || !found || record.stage > lastReceivedAligner(found)) return null;
  const draft = unsavedWearRecord(record);
  const end = wearCalendar(draft, found).at(-1);
  return (
    <section aria-label={t('wear:preview')} className={styles.calendar}>
      <h3 className="t-title">{t('wear:preview')}</h3>
      <WearCalendar wear={draft} limits={found} today={today} months={2} />
      {end && <p className="t-2">{t('wear:endsOn', { stage: end.stage, day: end.on })}</p>}
    </section>
  );
}

function record(context: Context<'recordWear'>): DialogState<RecordInput> {
  const { t, detail, today, values, set } = context;
  const found = detail?.wearLimits ?? null;
  const before = detail ? wearRecordOf(detail) : null;
  const here = found ? lastReceivedAligner(found) : 1;
  const isUneven = found !== null && lastCompleteAligner(found) < here;
  const usual = {
    start: today,
    stage: (before && found && wearAt(before, found, today).stage) ?? 1,
    days: before?.days ?? limits.wearDaysDefault,
  };
  const { start = usual.start, stage = usual.stage, days = usual.days } = values;
  return {
    needs: t('wear:fill'),
    isComplete: days !== null,
    refused: !found && t('wear:none.nothing'),
    rows: [
      before && <Banner tone="warn">{t('wear:anewMeans')}</Banner>,
      { name: 'start', label: t('wear:field.start'), first: usual.start },
      [
        {
          name: 'stage',
          label: t('wear:field.stage'),
          hint: isUneven
            ? t('wear:field.stageHintArches', found.received)
            : t('wear:field.stageHint', { last: here }),
          first: usual.stage,
          max: here,
        },
        { name: 'days', label: t('wear:field.days'), first: usual.days, isNeeded: true },
      ],
      <div key="usual" className={styles.pills}>
        {usualDays.map(count => (
          <PillButton key={count} pressed={days === count} onPress={() => set('days', count)}>
            {t('wear:everyDays', { count })}
          </PillButton>
        ))}
      </div>,
      preview(context, start !== null && stage !== null && days !== null ? { start, stage, days } : null),
    ],
  };
}

function hold(context: Context<'holdWear'>): DialogState<z.input<typeof wearActions.holdWear.input>> {
  const { t, today, values } = context;
  const { from = today, until = null } = values;
  const isRange = from !== null && (until === null || until > from);
  return {
    size: 'small',
    needs: t('wear:fill'),
    rows: [
      { name: 'from', label: t('wear:field.from'), first: today },
      { name: 'until', label: t('wear:field.until'), hint: t('wear:field.untilHint') },
      isRange && nextChangeDates(context, wear => ({ ...wear, holds: [...wear.holds, { from, until }] })),
    ],
  };
}

function extend(context: Context<'extendWear'>): DialogState<z.input<typeof wearActions.extendWear.input>> {
  const { t, values } = context;
  const { days = 3 } = values;
  const longer = (wear: WearRecord, stage: number, more: number) => ({
    ...wear,
    longer: { ...wear.longer, [stage]: (wear.longer[stage] ?? 0) + more },
  });
  return {
    size: 'small',
    needs: t('wear:fill'),
    rows: [
      { name: 'days', label: t('wear:field.longer'), first: 3 },
      days !== null && nextChangeDates(context, (wear, stage) => longer(wear, stage, days)),
    ],
  };
}

function change({ t, detail, today }: Context<'changeAligner'>): DialogState<{ stage: number; on: string }> {
  const wear = detail ? wearRecordOf(detail) : null;
  const found = detail?.wearLimits ?? null;
  const here = found ? lastReceivedAligner(found) : 1;
  const next = wear && found ? Math.min(here, wearAt(wear, found, today).stage + 1) : 1;
  return {
    size: 'small',
    needs: t('wear:fill'),
    rows: [
      {
        name: 'stage',
        label: t('wear:field.changedTo'),
        hint: t('wear:field.stageHint', { last: here }),
        first: next,
        max: here,
      },
      { name: 'on', label: t('wear:field.changedOn'), first: today, max: today },
    ],
  };
}

export const wearDialogs = {
  recordWear: createSchemaDialog(wearActions.recordWear.input, ['wear'], record),
  holdWear: createSchemaDialog(wearActions.holdWear.input, ['wear'], hold),
  resumeWear: createSchemaDialog(wearActions.resumeWear.input, ['wear'], ({ t, today }) => ({
    size: 'small',
    needs: t('wear:fill'),
    rows: [{ name: 'on', label: t('wear:field.resumeOn'), first: today }],
  })),
  extendWear: createSchemaDialog(wearActions.extendWear.input, ['wear'], extend),
  changeAligner: createSchemaDialog(wearActions.changeAligner.input, ['wear'], change),
  checkWear: createSchemaDialog(wearActions.checkWear.input, ['wear'], ({ t, today }) => ({
    needs: t('wear:fill'),
    rows: [
      { name: 'kind', label: t('wear:field.kind'), words: 'wear:kind', first: 'contact' as const },
      { name: 'result', label: t('wear:field.result'), words: 'wear:result' },
      [
        { name: 'on', label: t('wear:field.checkedOn'), first: today, max: today },
        { name: 'next', label: t('wear:field.nextCheck') },
      ],
      { name: 'hours', label: t('wear:field.hours'), hint: t('wear:field.hoursHint') },
      { name: 'note', label: t('case:note.checkWear') },
    ],
  })),
};

export type WearDialogAction = keyof typeof wearDialogs;
export const WearActionForm = (props: ActionFormProps) => (
  <DialogTableForm {...props} dialogs={wearDialogs} />
);
