/** A saved address as a case keeps it: a copy of its own. Pure. */
import { type DeliveryAddress, deliveryAddress } from '#events/case/sections.ts';
import type { AddressItem } from '#web/lib/view.ts';

export const copyOf = ({ consignee, phone, whole, zip, clinic }: AddressItem): DeliveryAddress => ({
  consignee,
  phone,
  address: whole,
  zip,
  clinic,
});

const parts = Object.keys(deliveryAddress.shape) as (keyof DeliveryAddress)[];

const isSame = (a: Partial<DeliveryAddress>, b: Partial<DeliveryAddress>) =>
  parts.every(part => (a[part] ?? '').trim() === (b[part] ?? '').trim());

/** The saved address that the case's own says word for word. */
export const savedAs = (
  saved: readonly AddressItem[],
  own: Partial<DeliveryAddress>,
): AddressItem | undefined => saved.find(address => isSame(copyOf(address), own));
