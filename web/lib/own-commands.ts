/** Commands on a person's own records: each success invalidates their list. */
import type { CommandResult } from './act.ts';
import { currentPage } from './browser.ts';

/** Invalidates the list of the noun once the command has succeeded. @returns the result of the command */
export async function reloadListAfterCommand<T>(
  noun: 'presets' | 'addresses',
  sent: Promise<CommandResult<T>>,
): Promise<CommandResult<T>> {
  const done = await sent;
  if (done.ok) await currentPage().client.invalidateQueries({ queryKey: [noun] });
  return done;
}
