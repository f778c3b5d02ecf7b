/** Commands on addresses. */
import { sendCommand } from '#web/lib/act.ts';
import { reloadListAfterCommand } from '#web/lib/own-commands.ts';
import type { AddressItem } from '#web/lib/queries.ts';

export const addressCommands = {
  add: (body: object) => reloadListAfterCommand('addresses', sendCommand('POST', '/addresses', body)),
  change: (id: string, body: object) =>
    reloadListAfterCommand('addresses', sendCommand('PUT', '/addresses/:id', body, { parts: { id } })),
  remove: (id: string) =>
    reloadListAfterCommand('addresses', sendCommand('DELETE', `/addresses/${encodeURIComponent(id)}`)),
};

/** The fields of an address that a save sends. */
export function addressPayload({ id: _id, whole: _whole, ...body }: AddressItem) {
  return body;
}
