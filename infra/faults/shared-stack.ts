/** One stack shared by all faults that need a whole stack, because it takes long to start. */
import { startStack, type TestStack } from '../stack/stack.ts';
import { FaultUnsupportedError } from './fault.ts';

let starting: Promise<TestStack> | undefined;

/** @throws FaultUnsupportedError naming the server that is not available on this machine */
export function ensureSharedStack(): Promise<TestStack> {
  starting ??= startStack({ unlimited: true, worker: true }).catch((error: Error) => {
    throw new FaultUnsupportedError(error.message.split('\n')[0]);
  });
  return starting;
}

/** Name of the log's server, or undefined if no stack was started. */
export const readSharedLogName = async (): Promise<string | undefined> =>
  (await starting?.catch(() => undefined))?.servers.log.name;

export async function stopSharedStack(): Promise<void> {
  await (await starting?.catch(() => undefined))?.stop();
}
