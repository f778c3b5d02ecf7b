/** A saved address as a case keeps it: a copy of its own. Pure. */
import type { DeliveryAddress } from '#events/case/sections.ts';
import type { AddressItem } from '#web/lib/queries.ts';

export const copyOf = ({ consignee, phone, whole, zip, clinic }: AddressItem): DeliveryAddress => ({
  consignee,
  phone,
  address: whole,
  zip,
  clinic,
});

/** The parts of a delivery address in the order in which they are typed. */
export const deliveryParts: readonly (keyof DeliveryAddress)[] = [
  'consignee',
  'phone',
  'zip',
  'clinic',
  'address',
];

/** An address on one line, as the manufacturer copies it onto the parcel. */
export const addressLine = (a: Partial<DeliveryAddress>): string =>
  [a.consignee, a.phone, a.address, a.zip, a.clinic]
    .map(part => part?.trim())
    .filter(Boolean)
    .join(' · ');

const isSame = (a: Partial<DeliveryAddress>, b: Partial<DeliveryAddress>) =>
  deliveryParts.every(part => (a[part] ?? '').trim() === (b[part] ?? '').trim());

/** The saved address that the case's own says word for word. */
export const savedAs = (
  saved: readonly AddressItem[],
  own: Partial<DeliveryAddress>,
): AddressItem | undefined => saved.find(address => isSame(copyOf(address), own));
