/** The line with the link to create the first Admin, which a real installation prints at its start. */
import { firstStartPath } from '../people/first-start.ts';
import type { Env } from '../settings/env.ts';
import type { ServerParts } from './server-parts.ts';

/**
 * Returns the sentence with a new link while no Admin exists. Trap: print it only on standard output. The program's
 * log is on standard error, and may be collected where others can read it.
 * @param address where this process listens, for an installation without PUBLIC_URL
 */
export async function createFirstStartSentence(
  { firstStart, publicUrl }: Pick<ServerParts, 'firstStart' | 'publicUrl'>,
  { unset }: Pick<Env, 'unset'>,
  address: string,
): Promise<string | undefined> {
  if (!(await firstStart.isOpen())) return undefined;
  const origin = unset.includes('PUBLIC_URL') ? address : publicUrl;
  const link = `${origin}${firstStartPath}?${new URLSearchParams({ token: await firstStart.issue() })}`;
  return `There is no Admin. Open this link within 30 minutes to create one; it works once: ${link}`;
}
