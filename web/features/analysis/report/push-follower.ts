/**
 * Reads a report again after pushed changes. An event reaches the analysts' tables a little later than the pushed rows.
 */
import type { RowsMessage, WirePosition } from '#events/wire.ts';
import { isNewerPosition } from '#web/lib/merge.ts';

/**
 * Waits in ms before each attempt to read the report. The first wait also gathers pushes. Further attempts follow while
 * the report still lacks the pushed change, for example because the server is busy. After the last wait the follower
 * gives up, because a row can change without an event of a case.
 */
export const rereadDelaysMs = [2000, 4000, 8000, 16_000, 32_000, 64_000] as const;

export type PushFollower = { pushed(message: Pick<RowsMessage, 'rows'>): void; stop(): void };

/** @param read reads the report; resolves with the position that it rests on, or undefined if it could not be read */
export function createPushFollower(read: () => Promise<WirePosition | undefined>): PushFollower {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted: WirePosition | null = null;
  let attempts = 0;
  let isStopped = false;
  const plan = () => {
    timer ??= setTimeout(() => void attempt(), rereadDelaysMs[attempts]);
  };
  const attempt = async () => {
    timer = undefined;
    attempts += 1;
    const at = await read();
    const lacks = wanted !== null && (at === undefined || isNewerPosition(wanted, at));
    if (lacks && attempts < rereadDelaysMs.length && !isStopped) plan();
  };
  return {
    pushed({ rows }) {
      for (const { view, position } of rows)
        if (view === 'caseList' && isNewerPosition(position, wanted)) wanted = position;
      attempts = 0;
      plan();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
