/** Delivering an order: courier and tracking number. */
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import { noParcel, ParcelFields, parcelFields, parcelOf } from '#web/features/action/ParcelFields.tsx';
import type { FormProps } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';
import { useParcelCheck } from '#web/features/action/useParcelCheck.tsx';

export function DeliverForm(props: FormProps) {
  const { t } = useTranslation('action');
  const form = useForm(props, noParcel);
  const parcel = parcelOf(form.values);
  const check = useParcelCheck();
  const isDoubtful = parcel !== undefined && check.isDoubtful(parcel.trackingNumber);
  const submit = async () => {
    if (parcel && (await check.check(parcel.trackingNumber))) await form.submit(parcel);
  };
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      disabled={!parcel || isDoubtful}
      disabledReason={t(isDoubtful ? 'sameNumber.needs' : 'courierAndNumber')}
      error={form.other(parcelFields)}
      submit={() => void submit()}
    >
      <ParcelFields {...form} />
      {parcel && check.notice(parcel.trackingNumber)}
    </FormDialog>
  );
}
