/** correctParcel: courier and number of the parcel that is on its way. */
import { useTranslation } from 'react-i18next';
import { shipmentParcelId } from '#events/shipment/shipment.ts';
import type { CaseView } from '#projections/case/view.ts';
import { FormDialog } from './FormDialog.tsx';
import { ParcelFields, parcelFields, parcelOf } from './ParcelFields.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';
import { useParcelCheck } from './useParcelCheck.tsx';

type Sent = CaseView['shipments'][number];

function Correction({ form: props, sent }: { form: FormProps; sent: Sent }) {
  const { t } = useTranslation('action');
  const { courier, trackingNumber } = sent;
  const form = useForm(props, { courier: String(courier), trackingNumber });
  const check = useParcelCheck(shipmentParcelId(props.caseId, sent.shipment));
  const parcel = parcelOf(form.values);
  const isSame = parcel?.courier === courier && parcel.trackingNumber === trackingNumber;
  const isDoubtful = parcel !== undefined && check.isDoubtful(parcel.trackingNumber);
  const submit = async () => {
    if (parcel && (await check.check(parcel.trackingNumber))) await form.submit(parcel);
  };
  const reasons = [
    [!parcel, t('courierAndNumber')],
    [isSame, t('sameAsSent')],
    [isDoubtful, t('sameNumber.needs')],
  ] as const;
  const reason = reasons.find(([holds]) => holds)?.[1];
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      disabled={reason !== undefined}
      disabledReason={reason}
      error={form.other(parcelFields)}
      submit={() => void submit()}
    >
      <ParcelFields {...form} />
      {parcel && check.notice(parcel.trackingNumber)}
    </FormDialog>
  );
}

export function ParcelForm(props: FormProps) {
  const sent = props.detail?.shipments.at(-1);
  return sent ? <Correction form={props} sent={sent} /> : null;
}
