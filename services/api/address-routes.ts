/** A doctor's saved addresses. A case that is sent to one keeps its own copy. */
import type * as z from 'zod/mini';
import { addressChangeInputSchema, newAddressInputSchema } from '#events/address/address.ts';
import {
  type AddressContext,
  addAddress,
  addressFold,
  changeAddress,
  removeAddress,
  type SavedAddress,
} from '#events/address/addresses.ts';
import { maskName, maskPhone } from '#projections/present.ts';
import { defineBody } from '../http/body.ts';
import { findUnknownPartOfPlace, formatFullAddress } from '../i18n/provinces.ts';
import type { ApiDeps } from './deps.ts';
import type { RunIdempotently } from './idempotency.ts';
import { type ListItemRef, pageOfList, personalListRoutes } from './personal-list-routes.ts';
import type { Route } from './route.ts';

const example: z.input<typeof newAddressInputSchema> = {
  consignee: '李明',
  phone: '13800000001',
  province: '310000',
  city: '310100',
  address: '静安区南京西路 1266 号 8 楼 802 室',
  zip: '200040',
  clinic: '晨光口腔',
};

const HIDDEN = '***';
const masked = (address: SavedAddress): SavedAddress => ({
  ...address,
  consignee: maskName(address.consignee),
  phone: maskPhone(address.phone),
  address: HIDDEN,
});

const ctx = ({ personId, id }: ListItemRef): AddressContext => ({
  personId,
  addressId: id,
  unknownPlace: findUnknownPartOfPlace,
});

export function addressRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return personalListRoutes(deps, once, {
    path: '/api/addresses',
    summaries: {
      list: 'Permanent delivery addresses.',
      add: 'Keeps an address; the first one is the default.',
      change: 'Changes an address, or makes it the default.',
      remove: 'Lets an address go; cases that were sent there keep their copy.',
    },
    kind: addressFold,
    items: ({ list, defaultId }, c) =>
      list.map(address => ({
        ...(c.get('hidden') ? masked(address) : address),
        default: address.id === defaultId,
        /** The address as a case stores it: province and city before the line, in the line's script. */
        whole: c.get('hidden') ? HIDDEN : formatFullAddress(address),
      })),
    page: pageOfList,
    add: {
      ...defineBody(newAddressInputSchema, example),
      decide: (state, input, which) => addAddress(state, input, ctx(which)),
    },
    change: {
      ...defineBody(addressChangeInputSchema, { phone: '021-60000001 转 8' }),
      decide: (state, input, which) => changeAddress(state, input, ctx(which)),
    },
    remove: (state, which) => removeAddress(state, ctx(which)),
  });
}
