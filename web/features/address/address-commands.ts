/** Commands on addresses. */
import { sendCommand } from '#web/lib/act.ts';
import { reloadOwn } from '#web/lib/own-commands.ts';
import type { AddressItem } from '#web/lib/queries.ts';

export const addressCommands = {
  add: (body: object) => reloadOwn('addresses', sendCommand('POST', '/addresses', body)),
  change: (id: string, body: object) =>
    reloadOwn('addresses', sendCommand('PUT', '/addresses/:id', body, { parts: { id } })),
  remove: (id: string) =>
    reloadOwn('addresses', sendCommand('DELETE', `/addresses/${encodeURIComponent(id)}`)),
};

/** The fields of an address that a save sends. */
export function addressPayload({ id: _id, whole: _whole, ...body }: AddressItem) {
  return body;
}
