/** Commands on addresses; what is on screen is read again after each. */
import { command, type Done } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';
import type { AddressItem } from '#web/lib/view.ts';

async function sent<T>(done: Done<T>): Promise<Done<T>> {
  if (done.ok) await thisPage().client.invalidateQueries({ queryKey: ['addresses'] });
  return done;
}

export const addAddress = async (body: object) =>
  sent(await command<AddressItem>('POST', '/addresses', body));

export const changeAddress = async (id: string, body: object) =>
  sent(await command<AddressItem>('PUT', `/addresses/${encodeURIComponent(id)}`, body));

export const removeAddress = async (id: string) =>
  sent(await command('DELETE', `/addresses/${encodeURIComponent(id)}`));

/** What of an address is kept, as it is sent. */
export function bodyOf({ id: _id, whole: _whole, ...body }: AddressItem) {
  return body;
}
