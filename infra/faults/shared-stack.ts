/** One stack shared by all faults that need a whole stack, because it takes long to start. */
import { type Stack, startStack } from '../stack/stack.ts';
import { UnsupportedFault } from './fault.ts';

let starting: Promise<Stack> | undefined;

/** @throws UnsupportedFault naming the server that is not available on this machine */
export function sharedStack(): Promise<Stack> {
  starting ??= startStack({ unlimited: true, worker: true }).catch((error: Error) => {
    throw new UnsupportedFault(error.message.split('\n')[0]);
  });
  return starting;
}

/** Name of the log's server, or undefined if no stack was started. */
export const sharedLogName = async (): Promise<string | undefined> =>
  (await starting?.catch(() => undefined))?.servers.log.name;

export async function stopSharedStack(): Promise<void> {
  await (await starting?.catch(() => undefined))?.stop();
}
