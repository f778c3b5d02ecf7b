/** Feeds the log up to a position to the process of a version, which has no keys. */
import type { RawEvent } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { RawEventReader } from '../../eventstore/port.ts';
import type { LogRequest } from './version-messages.ts';

/** A log whose personal parts are opened, in the shapes in which events were stored. */
type OpenedLog = Pick<RawEventReader, 'id' | 'read' | 'readBatches'>;

export type LogFeedSource = {
  log: OpenedLog;
  /** Last position that is read. */
  to: bigint;
  /** Events that are read and opened in one turn. Default 512; a process that answers requests reads fewer. */
  batch?: number;
  /** Is called with the position of each batch. */
  onBatch?: (position: bigint) => void;
};

const BATCH = 512;

export function createLogFeed({ log, to, batch = BATCH, onBatch }: LogFeedSource) {
  const running = new Map<number, AsyncIterator<RawEvent[]>>();
  const start = (after: bigint, filter: { streamPrefix?: string; types?: string[] } | undefined) => {
    const range = { after: toLogPosition(after), before: toLogPosition(to + 1n) };
    return log
      .readBatches({ ...range, size: batch, long: true, ...(filter && { filter }) })
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
      if (last) onBatch?.(last.position);
      return done ? [] : value;
    },
    /** Ends reads that the process has left. */
    async close(): Promise<void> {
      for (const batches of running.values()) await batches.return?.();
      running.clear();
    },
  };
}
