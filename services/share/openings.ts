/**
 * Counts openings of share links, and their last time, in memory. Writes the counts in batches, so that frequent
 * openings do not fill the log. Stores no address and no name. A crash loses at most ten seconds.
 */
import * as z from 'zod/mini';
import type { RepeatingTimers } from '../clock/clock.ts';
import { type Vault, VersionMismatchError } from '../vault/port.ts';

const counted = z.object({ times: z.number(), last: z.nullable(z.string()) });
export type ShareOpeningCount = z.infer<typeof counted>;

const prefix = 'share-opened/';
const everyMs = 10_000;
const none: ShareOpeningCount = { times: 0, last: null };

const sum = (a: ShareOpeningCount, b: ShareOpeningCount): ShareOpeningCount => ({
  times: a.times + b.times,
  last: b.last ?? a.last,
});

async function write(vault: Vault, id: string, more: ShareOpeningCount): Promise<void> {
  const kept = await vault.get(prefix + id);
  const before = counted.parse(kept?.value ?? none);
  try {
    await vault.put(prefix + id, sum(before, more), kept?.version ?? 'absent');
  } catch (error) {
    // Another node has written meanwhile.
    if (error instanceof VersionMismatchError) return write(vault, id, more);
    throw error;
  }
}

export function createOpeningCounter({ vault, timers }: { vault: Vault; timers: RepeatingTimers }) {
  const waiting = new Map<string, ShareOpeningCount>();
  /** Writes the counts. A failed write is repeated the next time and blocks no other write. @throws the last error */
  const flush = async () => {
    const failed: unknown[] = [];
    for (const [id, more] of [...waiting]) {
      waiting.delete(id);
      try {
        await write(vault, id, more);
      } catch (error) {
        waiting.set(id, sum(more, waiting.get(id) ?? none));
        failed.push(error);
      }
    }
    if (failed.length > 0) throw failed.at(-1);
  };
  timers.every(everyMs, () => void flush().catch(() => undefined));
  return {
    /** @param at ISO time */
    note(id: string, at: string): void {
      waiting.set(id, sum(waiting.get(id) ?? none, { times: 1, last: at }));
    },
    async of(id: string): Promise<ShareOpeningCount> {
      const kept = counted.parse((await vault.get(prefix + id))?.value ?? none);
      return sum(kept, waiting.get(id) ?? none);
    },
    flush,
  };
}
