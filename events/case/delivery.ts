/** The delivery address of a case: when it is complete, and how it changes after submission. */
import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { defineAction } from './action-definition.ts';
import { defineEvents } from './event-definition.ts';
import { type DeliveryAddress, deliveryAddressSchema, type Sections } from './sections.ts';
import { type Status, statusesInPhase } from './status.ts';

const parts = Object.keys(deliveryAddressSchema.shape) as (keyof DeliveryAddress)[];

/** True if every part of the delivery address is filled in. */
export function hasDeliveryAddress({ data }: { data: Sections['data'] }): boolean {
  const { deliveryAddress: to } = data;
  return to !== undefined && parts.every(part => Boolean(to[part]?.trim()));
}

/** Statuses from planned production to delivery. */
export const productionStatuses = statusesInPhase('production');

type Sendings = {
  status: Status;
  trays: readonly { received: object | null }[];
  retainers: readonly { received: object | null }[];
};

/** True while something is made for the case or on its way. Only then does the manufacturer need an address. */
export const expectsParcel = ({ status, trays, retainers }: Sendings): boolean =>
  productionStatuses.includes(status) || [...trays, ...retainers].some(({ received }) => received === null);

/** Requires a complete delivery address. @throws Refusal noDelivery if a parcel would have no complete address */
export function refuseWithoutDeliveryAddress(s: { sections: { data: Sections['data'] } }): void {
  if (!hasDeliveryAddress(s.sections)) throw new Refusal('noDelivery');
}

/** Schema of a recorded address. Accepts any object, because today's input schema does not apply to old events. */
const recorded = z.custom<DeliveryAddress>(v => typeof v === 'object' && v !== null && !Array.isArray(v));

export const deliveryEvents = defineEvents({
  DeliverySet: {
    reaches: [],
    data: z.object({}),
    personal: z.object({ address: z.optional(recorded) }),
    erased: {},
  },
});

export const deliveryActions = {
  setDelivery: defineAction({
    input: deliveryAddressSchema,
    example: {
      consignee: '李明',
      phone: '13812345678',
      address: '18 Riverside Road, floor 3',
      zip: '200001',
      clinic: 'Riverside Dental',
    },
    emit: (s, address) => {
      const before = s.sections.data.deliveryAddress;
      if (before && parts.every(part => before[part] === address[part])) return [];
      return [{ type: 'DeliverySet', data: {}, personal: { address } }];
    },
  }),
};
