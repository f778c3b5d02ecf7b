/** Commands on a person's own records (presets, addresses). Each success invalidates the list. */
import { type CommandResult, sendCommand } from './act.ts';
import { currentPage } from './browser.ts';

export function ownCommands<Item, Body extends object = object>(noun: 'presets' | 'addresses') {
  const pathOf = (id: string) => `/${noun}/${encodeURIComponent(id)}`;
  const sent = async <T>(done: CommandResult<T>): Promise<CommandResult<T>> => {
    if (done.ok) await currentPage().client.invalidateQueries({ queryKey: [noun] });
    return done;
  };
  return {
    add: async (body: Body) => sent(await sendCommand<Item>('POST', `/${noun}`, body)),
    change: async (id: string, body: Body) => sent(await sendCommand<Item>('PUT', pathOf(id), body)),
    remove: async (id: string) => sent(await sendCommand('DELETE', pathOf(id))),
  };
}
