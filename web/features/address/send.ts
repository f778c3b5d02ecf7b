/** Commands on addresses. */
import { ownCommands } from '#web/lib/own-commands.ts';
import type { AddressItem } from '#web/lib/queries.ts';

export const ownAddresses = ownCommands<AddressItem>('addresses');

/** The part of an address that is sent to keep it. */
export function bodyOf({ id: _id, whole: _whole, ...body }: AddressItem) {
  return body;
}
