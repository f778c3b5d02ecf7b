/** Commands on addresses. */
import { sendCommand } from '#web/lib/act.ts';
import { reloadOwnList } from '#web/lib/own-commands.ts';
import type { AddressItem } from '#web/lib/queries.ts';

export const addressCommands = {
  add: (body: object) => reloadOwnList('addresses', sendCommand('POST', '/addresses', body)),
  change: (id: string, body: object) =>
    reloadOwnList('addresses', sendCommand('PUT', '/addresses/:id', body, { parts: { id } })),
  remove: (id: string) =>
    reloadOwnList('addresses', sendCommand('DELETE', `/addresses/${encodeURIComponent(id)}`)),
};

/** The fields of an address that a save sends. */
export function addressPayload({ id: _id, whole: _whole, ...body }: AddressItem) {
  return body;
}
