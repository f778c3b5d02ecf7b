/** Fields for courier and tracking number of all parcels: a batch, a remade aligner, a retainer. */
import type { TFunction } from 'i18next';
import { options } from '#events/case/options.ts';

/** @param sent the parcel whose number is corrected */
export const parcelDialogRows = (t: TFunction, sent?: { courier: number; trackingNumber: string }) =>
  [
    {
      name: 'courier',
      label: t('rx:field.data.courier'),
      look: 'select',
      first: options.courier.find(id => id === sent?.courier),
    },
    { name: 'trackingNumber', label: t('rx:field.data.trackingNumber'), first: sent?.trackingNumber },
  ] as const;
