/** Feeds the log up to a position to the process of a version, which has no keys. */
import type { RawEvent } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { RawEventReader } from '../../eventstore/port.ts';
import type { LogRequest } from './version-messages.ts';

/** A log whose personal parts are opened, in the shapes in which events were stored. */
export type OpenedLog = Pick<RawEventReader, 'id' | 'read' | 'readBatches'>;

const BATCH = 512;

/**
 * @param to last position that is read
 * @param told is called with the position of each batch
 */
export function createLogFeed(log: OpenedLog, to: bigint, told: (position: bigint) => void) {
  const running = new Map<number, AsyncIterator<RawEvent[]>>();
  const start = (after: bigint, filter: { streamPrefix?: string; types?: string[] } | undefined) => {
    const range = { after: toLogPosition(after), before: toLogPosition(to + 1n) };
    return log
      .readBatches({ ...range, size: BATCH, long: true, ...(filter && { filter }) })
      [Symbol.asyncIterator]();
  };
  return {
    /** @throws the log's error */
    async read(asked: LogRequest): Promise<RawEvent[]> {
      if (asked.what === 'stream') {
        const events: RawEvent[] = [];
        for await (const event of log.read(asked.stream)) if (event.position <= to) events.push(event);
        return events;
      }
      if (asked.what === 'done') {
        await running.get(asked.read)?.return?.();
        running.delete(asked.read);
        return [];
      }
      const batches = running.get(asked.read) ?? start(asked.after, asked.filter);
      running.set(asked.read, batches);
      const { value, done } = await batches.next();
      const last = done ? undefined : value.at(-1);
      if (last) told(last.position);
      return done ? [] : value;
    },
    /** Ends reads that the process has left. */
    async close(): Promise<void> {
      for (const batches of running.values()) await batches.return?.();
      running.clear();
    },
  };
}
