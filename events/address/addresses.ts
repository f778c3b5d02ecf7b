/** The fold of a doctor's delivery addresses, on which the limit and the default are decided. Pure. */
import { limits } from '../case/limits.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import {
  type AddressParts,
  abroadProvince,
  addressChangeInputSchema,
  newAddressInputSchema,
  savedAddressSchema,
} from './address.ts';
import { type AddressEvent, addressStreamOf } from './events.ts';

export type SavedAddress = AddressParts & { id: string };

/** The addresses are in the order of creation. */
export type Addresses = { revision: number; list: readonly SavedAddress[]; defaultId: string | null };

export const noAddresses: Addresses = { revision: -1, list: [], defaultId: null };

function apply(list: readonly SavedAddress[], e: AddressEvent): readonly SavedAddress[] {
  const { addressId: id } = e.data;
  switch (e.type) {
    case 'AddressAdded':
      return [...list, { id, ...e.personal }];
    case 'AddressChanged':
      return list.map(address => (address.id === id ? { id, ...e.personal } : address));
    case 'AddressRemoved':
      return list.filter(address => address.id !== id);
    default:
      return e satisfies never;
  }
}

/** Returns the addresses after an event. Ignores events that they already contain. */
export function evolveAddresses(state: Addresses, e: AddressEvent & { revision: number }): Addresses {
  if (e.revision <= state.revision) return state;
  return { revision: e.revision, list: apply(state.list, e), defaultId: e.data.defaultId };
}

/** The stream of a doctor's addresses and its fold. */
export const addressFold = {
  kind: 'addresses',
  streamOf: addressStreamOf,
  empty: noAddresses,
  evolve: evolveAddresses,
} as const;

export type AddressContext = {
  personId: string;
  /** Id of the added or changed address. */
  addressId: string;
  /** Returns the part of a place, province or city, that is unknown; undefined for a known place. */
  unknownPlace: (province: string, city: string | undefined) => 'province' | 'city' | undefined;
};

/** Checks that province and city exist. @throws Refusal badInput for an unknown province or city */
function placed<A extends AddressParts>(address: A, { unknownPlace }: AddressContext): A {
  const unknown =
    address.province === abroadProvince ? undefined : unknownPlace(address.province, address.city);
  if (unknown) throw badField(unknown, 'place-unknown');
  return address;
}

/** Returns an address by id. @throws Refusal notFound */
function known({ list }: Addresses, id: string): AddressParts {
  const found = list.find(address => address.id === id);
  if (!found) throw new Refusal('notFound');
  const { id: _id, ...address } = found;
  return address;
}

/**
 * Adds an address; the first one becomes the default. Rethrows `input` if it is the refusal of an unreadable body.
 * @throws Refusal badInput
 */
export function addAddress(state: Addresses, input: unknown, ctx: AddressContext): AddressEvent[] {
  const { default: asDefault, ...personal } = placed(parse(newAddressInputSchema, input), ctx);
  if (state.list.length >= limits.addresses) throw badField('', 'address-limit', { max: limits.addresses });
  const { personId, addressId } = ctx;
  const defaultId = asDefault || state.defaultId === null ? addressId : state.defaultId;
  return [{ type: 'AddressAdded', data: { personId, addressId, defaultId }, personal }];
}

/** `input` as for `addAddress`. @throws Refusal notFound, badInput */
export function changeAddress(state: Addresses, input: unknown, ctx: AddressContext): AddressEvent[] {
  const { personId, addressId } = ctx;
  const before = known(state, addressId);
  const { default: asDefault, city = before.city, ...change } = parse(addressChangeInputSchema, input);
  const { city: _city, ...rest } = { ...before, ...change };
  const personal = placed(parse(savedAddressSchema, city ? { ...rest, city } : rest), ctx);
  const defaultId = asDefault ? addressId : state.defaultId;
  return [{ type: 'AddressChanged', data: { personId, addressId, defaultId }, personal }];
}

/** Removes an address. @throws Refusal notFound */
export function removeAddress(state: Addresses, { personId, addressId }: AddressContext): AddressEvent[] {
  known(state, addressId);
  const left = state.list.filter(address => address.id !== addressId);
  const defaultId = state.defaultId === addressId ? (left[0]?.id ?? null) : state.defaultId;
  return [{ type: 'AddressRemoved', data: { personId, addressId, defaultId } }];
}
