/** Events of a doctor's addresses, `addresses-<person>`. The whole address is sealed under that person's key. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';

const content = z.object({
  consignee: z.string(),
  phone: z.string(),
  province: z.string(),
  city: z.optional(z.string()),
  address: z.string(),
  zip: z.string(),
  clinic: z.string(),
});
const unknown = { consignee: '', phone: '', province: '', address: '', zip: '', clinic: '' };

/** `defaultId`: the default address after this event; null if no address is left. */
const which = z.object({
  personId: z.string(),
  addressId: z.string(),
  defaultId: z.nullable(z.string()),
});

export const addressEvents = defineEvents({
  AddressAdded: { reaches: [], data: which, personal: content, erased: unknown },
  AddressChanged: { reaches: [], data: which, personal: content, erased: unknown },
  AddressRemoved: { reaches: [], data: which },
});

export type AddressEvent = EventsOf<typeof addressEvents>;

export const addressStreamOf = (personId: string) => `addresses-${personId}`;
