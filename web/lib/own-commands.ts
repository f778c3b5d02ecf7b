/** Commands on a person's own things: presets, addresses. What is on screen is read again after each. */
import { command, type Done } from './act.ts';
import { thisPage } from './browser.ts';

export function ownCommands<Item, Body extends object = object>(noun: 'presets' | 'addresses') {
  const pathOf = (id: string) => `/${noun}/${encodeURIComponent(id)}`;
  const sent = async <T>(done: Done<T>): Promise<Done<T>> => {
    if (done.ok) await thisPage().client.invalidateQueries({ queryKey: [noun] });
    return done;
  };
  return {
    add: async (body: Body) => sent(await command<Item>('POST', `/${noun}`, body)),
    change: async (id: string, body: Body) => sent(await command<Item>('PUT', pathOf(id), body)),
    remove: async (id: string) => sent(await command('DELETE', pathOf(id))),
  };
}
