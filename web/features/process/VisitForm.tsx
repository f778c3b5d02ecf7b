/** Form for a visit: IPR and attachments, as planned up to the delivered aligner, or as performed. */
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { attachmentChanges } from '#events/process/events.ts';
import { type DueChairsideWork, dueChairsideWork } from '#events/process/proposal.ts';
import { contactKeys, type Fdi, inScreenOrder, isFdi, TEETH } from '#events/tooth/fdi.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { ActionFormProps } from '#web/features/actionForm/action-form.ts';
import { FormDialog } from '#web/features/actionForm/FormDialog.tsx';
import { useActionForm } from '#web/features/actionForm/useActionForm.ts';
import { useBundle } from '#web/features/viewer/useBundle.ts';
import { Button } from '#web/ui/button.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { DateAndStageFields } from './DateAndStageFields.tsx';
import { lastStageOfWornPlan, likelyStage, wornPlan } from './likely-stage.ts';
import styles from './process.module.css';
import {
  type AttachmentProcedure,
  enterAsPlanned,
  hasDueProcedures,
  noVisitEntries,
  type VisitEntries,
  visitPayload,
} from './visit-form.ts';

const fields = ['date', 'stage', 'ipr', 'attachments', 'note'];
const mostMm = 1;
const step = 0.05;

type Typed = { due: DueChairsideWork; entered: VisitEntries; set: (entered: VisitEntries) => void };

function Ipr({ due, entered, set, absent }: Typed & { absent: readonly Fdi[] }) {
  const { t } = useTranslation('process');
  const known = new Map(due.ipr.map(one => [one.contact, one]));
  const shown = [...new Set([...known.keys(), ...Object.keys(entered.ipr)])];
  const others = contactKeys(absent).filter(contact => !shown.includes(contact));
  const put = (contact: string, mm: number | null) =>
    set({ ...entered, ipr: { ...entered.ipr, [contact]: mm } });
  return (
    <section className={styles.part}>
      <h3 className="eyebrow">{t('iprTitle')}</h3>
      {shown.map(contact => {
        const { planned = 0, done = 0 } = known.get(contact) ?? {};
        const name = contact.replace('-', '/');
        return (
          <div key={contact} className={styles.due}>
            <b className="num">{name}</b>
            <span className="num t-small t-2">{t('plannedDone', { planned, done })}</span>
            <NumberField
              label={t('iprOf', { contact: name })}
              hideLabel
              unit="mm"
              min={0}
              max={mostMm}
              step={step}
              value={entered.ipr[contact] ?? null}
              onChange={mm => put(contact, mm)}
            />
          </div>
        );
      })}
      <Select
        label={t('addContact')}
        value=""
        placeholder={t('choose')}
        options={others.map(contact => ({ value: contact, label: contact.replace('-', '/') }))}
        onChange={contact => put(contact, null)}
      />
    </section>
  );
}

function Attachments({ due, entered, set }: Typed) {
  const { t } = useTranslation('process');
  const wanted = new Map(due.attachments.map(one => [one.tooth, one.what]));
  const typed = Object.keys(entered.attachments).map(Number).filter(isFdi);
  const shown = inScreenOrder([...wanted.keys(), ...typed]);
  const put = (tooth: Fdi, what: AttachmentProcedure | '') =>
    set({ ...entered, attachments: { ...entered.attachments, [tooth]: what } });
  return (
    <section className={styles.part}>
      <h3 className="eyebrow">{t('attachmentsTitle')}</h3>
      {shown.map(tooth => {
        const what = wanted.get(tooth);
        return (
          <div key={tooth} className={styles.due}>
            <b className="num">{tooth}</b>
            <span className="t-small t-2">{what && t('wanted', { what: t(`doing.${what}`) })}</span>
            <Select<AttachmentProcedure | 'none'>
              label={t('attachmentOf', { tooth })}
              hideLabel
              value={entered.attachments[tooth] || 'none'}
              options={[
                { value: 'none', label: t('notDone') },
                ...attachmentChanges.map(doing => ({ value: doing, label: t(`doing.${doing}`) })),
              ]}
              onChange={doing => put(tooth, doing === 'none' ? '' : doing)}
            />
          </div>
        );
      })}
      <Select
        label={t('addTooth')}
        value=""
        placeholder={t('choose')}
        options={TEETH.filter(tooth => !shown.includes(tooth)).map(tooth => ({
          value: String(tooth),
          label: String(tooth),
        }))}
        onChange={tooth => put(Number(tooth) as Fdi, '')}
      />
    </section>
  );
}

const none: DueChairsideWork = { ipr: [], attachments: [] };

type Props = ActionFormProps & { view: CaseView; today: string };

export function VisitForm({ view, today, ...props }: Props) {
  const { t } = useTranslation(['process', 'case']);
  const first = { date: today as string | null, stage: likelyStage(view, today) as number | null };
  const form = useActionForm(props, { ...first, note: '' });
  const [entered, set] = useState(noVisitEntries);
  const bundle = useBundle(wornPlan(view));
  const { date, stage } = form.values;
  const due = bundle && stage !== null ? dueChairsideWork(bundle, view.visits, stage) : none;
  const { markers } = view.sections;
  const absent = [...(markers?.missing ?? []), ...(markers?.extract ?? [])].filter(isFdi);
  const input = visitPayload(entered);
  const note = form.values.note.trim();
  const something = input.ipr.length + input.attachments.length > 0 || note !== '';
  return (
    <FormDialog
      form={props}
      size="large"
      pending={form.pending}
      disabled={!something || date === null || stage === null}
      disabledReason={t('process:visitNeeds')}
      error={form.error('ipr') ?? form.error('attachments') ?? form.other(fields)}
      submit={() => void form.submit({ date, stage, ...input, ...(note ? { note } : {}) })}
    >
      <DateAndStageFields
        date={date}
        stage={stage}
        today={today}
        last={lastStageOfWornPlan(view)}
        onDate={value => form.set('date', value)}
        onStage={value => form.set('stage', value)}
        error={form.error}
      />
      <div className="row">
        <Button
          icon={<Check />}
          disabled={!hasDueProcedures(due)}
          disabledReason={
            hasDueProcedures(due)
              ? undefined
              : t(bundle === null ? 'process:noNumbers' : 'process:nothingDue')
          }
          onPress={() => set(enterAsPlanned(due, entered))}
        >
          {t('process:asPlanned')}
        </Button>
        <span className="t-small t-2">{t('process:asPlannedHint')}</span>
      </div>
      <div className={styles.when}>
        <Ipr due={due} entered={entered} set={set} absent={absent} />
        <Attachments due={due} entered={entered} set={set} />
      </div>
      <TextArea
        label={t('case:note.recordVisit')}
        {...form.field('note', form.values.note)}
        maxLength={limits.noteMax}
      />
    </FormDialog>
  );
}
