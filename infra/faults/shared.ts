/** One stack for all faults that are brought about over it: it takes longest to start. */
import { type Stack, startStack } from '../stack/stack.ts';
import { NotHere } from './fault.ts';

let starting: Promise<Stack> | undefined;

/** @throws NotHere why one of its servers cannot be had here */
export function sharedStack(): Promise<Stack> {
  starting ??= startStack({ unlimited: true, worker: true }).catch((error: Error) => {
    throw new NotHere(error.message.split('\n')[0]);
  });
  return starting;
}

/** What stands behind the log, where one was started. */
export const logName = async (): Promise<string | undefined> =>
  (await starting?.catch(() => undefined))?.servers.log.name;

export async function endStack(): Promise<void> {
  await (await starting?.catch(() => undefined))?.stop();
}
