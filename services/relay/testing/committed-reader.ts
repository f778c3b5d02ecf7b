/** A Kafka consumer like that of another system. It reads only committed records. */

import { setTimeout } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import type { RawEvent } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { RawEventStore } from '../../eventstore/port.ts';
import { checkpointTopic, createTopics, relayTopics } from '../relay-topics.ts';

export type ReceivedRecord = {
  topic: string;
  partition: number;
  key: string;
  value: string;
  headers: Record<string, string>;
};

export type CommittedReader = {
  /** Records received so far, in the order of each partition. */
  records(): ReceivedRecord[];
  count(): number;
  /** Resolves once this many records have arrived. Rejects if the consumer fails. */
  reached(count: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Consumes the event topics from their start and creates missing topics.
 * @param isWanted returns true for the log ids whose records are kept
 */
export async function openCommittedReader(
  brokers: string,
  isWanted: (logId: string) => boolean = () => true,
): Promise<CommittedReader> {
  const retry = { initialRetryTime: 100, maxRetryTime: 500, retries: 100 };
  const kafka = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING, retry });
  const admin = kafka.admin();
  await admin.connect();
  await createTopics(admin, setTimeout);
  await admin.disconnect();
  const consumer = kafka.consumer({ groupId: crypto.randomUUID(), maxWaitTimeInMs: 50 });
  await consumer.connect();
  const followed = relayTopics.map(({ topic }) => topic).filter(topic => topic !== checkpointTopic);
  await consumer.subscribe({ topics: followed, fromBeginning: true });
  // Keyed by topic, partition and offset, because a consumer receives some records again after a broker's outage.
  const received = new Map<string, ReceivedRecord>();
  let waiting: { count: number; resolve: () => void; reject: (error: Error) => void }[] = [];
  let crash: Error | undefined;
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    if (restart) return;
    crash = error;
    for (const { reject } of waiting) reject(error);
  });
  await consumer.run({
    eachBatch: async ({ batch: { topic, partition, messages } }) => {
      for (const { offset, key, value, headers } of messages) {
        const place = `${topic}/${partition}/${offset}`;
        const texts = Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)]);
        const headersOf = Object.fromEntries(texts);
        if (!isWanted(headersOf.log ?? '')) continue;
        received.set(place, { topic, partition, key: String(key), value: String(value), headers: headersOf });
      }
      for (const { resolve } of waiting.filter(({ count }) => received.size >= count)) resolve();
      waiting = waiting.filter(({ count }) => received.size < count);
    },
  });
  return {
    records: () => [...received.values()],
    count: () => received.size,
    reached: count =>
      new Promise((resolve, reject) => {
        if (received.size >= count) resolve();
        else if (crash) reject(crash);
        else waiting.push({ count, resolve, reject });
      }),
    close: () => consumer.disconnect(),
  };
}

/**
 * Compares the records with the log: each event must be there once, unchanged, in the order of its stream. Returns the
 * faults.
 */
export function listRecordFaults(records: readonly ReceivedRecord[], log: readonly RawEvent[]): string[] {
  const faults: string[] = [];
  const times = new Map<string, number>();
  const last = new Map<string, bigint>();
  const texts = new Map(
    log.map(event => [event.id, JSON.stringify({ ...event, position: String(event.position) })]),
  );
  for (const { topic, partition, key, value, headers } of records) {
    const { id = '', position = '0' } = headers;
    times.set(id, (times.get(id) ?? 0) + 1);
    if (texts.get(id) !== value) faults.push(`${id} is not as it is in the log`);
    const [place, at] = [`${topic}/${partition}`, BigInt(position)];
    for (const line of [place, key]) {
      if (at <= (last.get(line) ?? 0n)) faults.push(`${position} comes too late in ${line}`);
      last.set(line, at);
    }
  }
  for (const { id, position } of log)
    if (times.get(id) !== 1) faults.push(`${position} came ${times.get(id) ?? 0} times`);
  return faults.length > 20 ? [...faults.slice(0, 20), `and ${faults.length - 20} more`] : faults;
}

/** Position of the n-th newest event (`behind` events follow it). */
export async function findPositionBehindHead(
  log: Pick<RawEventStore, 'readAll'>,
  behind: number,
): Promise<LogPosition> {
  const newest = await Array.fromAsync(log.readAll({ direction: 'backwards', limit: behind + 1 }));
  return newest[behind]?.position ?? START;
}

/** Reads all events of a log into an array. */
export async function readAllEvents(store: { readAll(): AsyncIterable<RawEvent> }): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for await (const event of store.readAll()) events.push(event);
  return events;
}
