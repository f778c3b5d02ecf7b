/** The copy of a saved address in a case. Pure. */
import type { DeliveryAddress } from '#events/case/sections.ts';
import type { AddressItem } from '#web/lib/queries.ts';

export const deliveryAddressOf = ({
  consignee,
  phone,
  whole,
  zip,
  clinic,
}: AddressItem): DeliveryAddress => ({
  consignee,
  phone,
  address: whole,
  zip,
  clinic,
});

/** The parts of a delivery address in the order of typing. */
export const deliveryAddressParts: readonly (keyof DeliveryAddress)[] = [
  'consignee',
  'phone',
  'zip',
  'clinic',
  'address',
];

/** An address on one line, for a parcel label. */
export const addressLine = (a: Partial<DeliveryAddress>): string =>
  [a.consignee, a.phone, a.address, a.zip, a.clinic]
    .map(part => part?.trim())
    .filter(Boolean)
    .join(' · ');

/** Whether the viewer gets no part of an address: an Analyst only learns that there is one. */
export const isHiddenAddress = (a: Partial<DeliveryAddress>): boolean => addressLine(a) === '';

const isSame = (a: Partial<DeliveryAddress>, b: Partial<DeliveryAddress>) =>
  deliveryAddressParts.every(part => (a[part] ?? '').trim() === (b[part] ?? '').trim());

/** The saved address that is identical to the case's own. */
export const matchingSavedAddress = (
  saved: readonly AddressItem[],
  own: Partial<DeliveryAddress>,
): AddressItem | undefined => saved.find(address => isSame(deliveryAddressOf(address), own));
