/** Delivering an order: courier and tracking number. */
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import { noParcel, ParcelFields, parcelFields, parcelOf } from '#web/features/action/ParcelFields.tsx';
import type { FormProps } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';

export function DeliverForm(props: FormProps) {
  const { t } = useTranslation('action');
  const form = useForm(props, noParcel);
  const parcel = parcelOf(form.values);
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      disabled={!parcel}
      disabledReason={t('courierAndNumber')}
      error={form.other(parcelFields)}
      submit={() => void (parcel && form.submit(parcel))}
    >
      <ParcelFields {...form} />
    </FormDialog>
  );
}
