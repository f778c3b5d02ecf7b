/** Follows a log that another process writes, by polling its file. */

import { setTimeout } from 'node:timers/promises';
import type { RawEvent } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { openSqliteReader } from '../../eventstore/sqlite.ts';
import type { RelayDeps } from '../relay.ts';

const LOOK_MS = 5;

export function openFollowedSqlite(dir: string): RelayDeps['inner'] {
  const reader = openSqliteReader({ dir });
  async function* subscribeBatches(
    after: LogPosition,
    { signal, size }: { signal: AbortSignal; size?: number },
  ): AsyncGenerator<RawEvent[]> {
    let last = after;
    while (!signal.aborted) {
      for await (const batch of reader.readBatches({ after: last, size })) {
        last = batch.at(-1)?.position ?? last;
        yield batch;
        if (signal.aborted) return;
      }
      await setTimeout(LOOK_MS);
    }
  }
  return { ...reader, subscribeBatches };
}
