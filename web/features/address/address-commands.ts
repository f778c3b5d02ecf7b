/** Commands on addresses. */
import { ownCommands } from '#web/lib/own-commands.ts';
import type { AddressItem } from '#web/lib/queries.ts';

export const addressCommands = ownCommands<AddressItem>('addresses');

/** The fields of an address that a save sends. */
export function addressPayload({ id: _id, whole: _whole, ...body }: AddressItem) {
  return body;
}
