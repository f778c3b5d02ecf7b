/** What is done with a tray that is ordered again: ordering, sending, receiving it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import { trayReasons } from '#events/tray/events.ts';
import { tellDone } from '#web/features/action/done-toast.ts';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import { noParcel, ParcelFields, parcelFields, parcelOf } from '#web/features/action/ParcelFields.tsx';
import type { FormProps, Send } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';
import { useParcelCheck } from '#web/features/action/useParcelCheck.tsx';
import { DeliveryTo } from '#web/features/address/DeliveryTo.tsx';
import { act } from '#web/lib/act.ts';
import { caseView } from '#web/lib/view.ts';
import { useNavigateTo } from '#web/ui/link.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { type Arch, arches } from './trace.ts';
import styles from './tray.module.css';

/** `sent`: the last aligner of each arch that has left the manufacturer. */
type Order = { action: 'orderTray'; caseId: string; sent: Record<Arch, number>; arch?: Arch; stage?: number };
type Step = { action: 'shipTray' | 'receiveTray'; caseId: string; tray: number; arch: Arch; stage: number };
export type TrayAct = Order | Step;

function OrderForm({ of, form: props }: { of: Order; form: FormProps }) {
  const { t } = useTranslation(['shop', 'case']);
  const open = arches.filter(arch => of.sent[arch] > 0);
  const form = useForm(props, {
    arch: of.arch ?? open[0] ?? 'upper',
    stage: (of.stage ?? null) as number | null,
    reason: null as (typeof trayReasons)[number] | null,
    note: '',
  });
  const { arch, stage, reason, note } = form.values;
  const said = note.trim();
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={stage === null || reason === null}
      disabledReason={t('shop:again.needs')}
      error={form.other(['arch', 'stage', 'reason', 'note'])}
      submit={() => void form.submit({ arch, stage, reason, ...(said && { note: said }) })}
    >
      <Segmented
        label={t('shop:again.arch')}
        value={arch}
        onChange={value => value && form.set('arch', value)}
        options={open.map(value => ({ value, label: t(`shop:arch.${value}`) }))}
        error={form.error('arch')}
      />
      <NumberField
        label={t('shop:again.stage')}
        required
        hint={t('shop:again.stageHint', { last: of.sent[arch] })}
        min={1}
        max={of.sent[arch]}
        {...form.field('stage', stage)}
      />
      <RadioGroup
        label={t('case:tray.reason')}
        required
        layout="row"
        {...form.field('reason', reason)}
        options={trayReasons.map(value => ({ value, label: t(`shop:reason.${value}`) }))}
      />
      <TextArea
        label={t('case:note.orderTray')}
        optional
        {...form.field('note', note)}
        maxLength={limits.noteMax}
      />
    </FormDialog>
  );
}

function What({ of }: { of: Step }) {
  const { t } = useTranslation('shop');
  return (
    <p className={styles.what}>
      <strong>{t(`mark.${of.arch}`, { stage: of.stage })}</strong> · {t('label.trays', { number: of.tray })}
    </p>
  );
}

function ShipForm({ of, form: props }: { of: Step; form: FormProps }) {
  const { t } = useTranslation(['action', 'address']);
  const { data: view } = useQuery(caseView(of.caseId));
  const to = view?.sections.data?.deliveryAddress;
  const form = useForm(props, noParcel);
  const parcel = parcelOf(form.values);
  const check = useParcelCheck();
  const isDoubtful = parcel !== undefined && check.isDoubtful(parcel.trackingNumber);
  const reason = isDoubtful ? t('action:sameNumber.needs') : t('action:courierAndNumber');
  const submit = async () => {
    if (parcel && (await check.check(parcel.trackingNumber))) await form.submit({ tray: of.tray, ...parcel });
  };
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={!parcel || !to || isDoubtful}
      disabledReason={view && !to ? t('address:parcel.none') : reason}
      error={form.other(parcelFields)}
      submit={() => void submit()}
    >
      <What of={of} />
      <ParcelFields {...form} />
      {parcel && check.notice(parcel.trackingNumber)}
      {view && <DeliveryTo to={to} />}
    </FormDialog>
  );
}

function ReceiveForm({ of, form: props }: { of: Step; form: FormProps }) {
  const form = useForm(props, {});
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      error={form.other([])}
      submit={() => void form.submit({ tray: of.tray })}
    >
      <What of={of} />
    </FormDialog>
  );
}

/** The dialog of what is being done; nothing while nothing is. */
export function TrayDialog({ of, onClose }: { of: TrayAct | null; onClose: () => void }) {
  useTranslation('action');
  const go = useNavigateTo();
  if (!of) return null;
  const { action, caseId } = of;
  const send: Send = async (_action, input) => {
    const answer = await act(caseId, action, input);
    if (answer.ok) {
      tellDone({ action, caseId, input, answer: answer.answer.data, go });
      return null;
    }
    // What is no longer possible is told by a toast, and the dialog has nothing left to do.
    if (answer.error.http === 409 || answer.error.http === 404) onClose();
    return { issues: answer.error.issues, message: answer.error.message };
  };
  const form: FormProps = { action, caseId, detail: undefined, send, onClose };
  if (of.action === 'orderTray') return <OrderForm of={of} form={form} />;
  return of.action === 'shipTray' ? <ShipForm of={of} form={form} /> : <ReceiveForm of={of} form={form} />;
}

/** One dialog of a page, and what opens it. */
export function useTrayDialog() {
  const [of, open] = useState<TrayAct | null>(null);
  return { open, dialog: <TrayDialog of={of} onClose={() => open(null)} /> };
}
