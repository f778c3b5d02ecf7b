/** Another system that follows the topics, and sees what is committed only. */

import { setTimeout } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { EventStore } from '../../eventstore/port.ts';
import { checkpointTopic, makeTopics, topics } from '../topics.ts';

export type Received = {
  topic: string;
  partition: number;
  key: string;
  value: string;
  headers: Record<string, string>;
};

export type Committed = {
  /** What has come by now, in the order of each partition. */
  records(): Received[];
  count(): number;
  /** Resolves as soon as so many have come. Rejects if the consumer has ended with an error. */
  reached(count: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Follows the events' topics from their start; makes them where they are missing.
 * @param isWanted by the id of the log that a record is of; others' are passed over
 */
export async function readCommitted(
  brokers: string,
  isWanted: (logId: string) => boolean = () => true,
): Promise<Committed> {
  const retry = { initialRetryTime: 100, maxRetryTime: 500, retries: 100 };
  const kafka = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING, retry });
  const admin = kafka.admin();
  await admin.connect();
  await makeTopics(admin, setTimeout);
  await admin.disconnect();
  const consumer = kafka.consumer({ groupId: crypto.randomUUID(), maxWaitTimeInMs: 50 });
  await consumer.connect();
  const followed = topics.map(({ topic }) => topic).filter(topic => topic !== checkpointTopic);
  await consumer.subscribe({ topics: followed, fromBeginning: true });
  // By their place: after its broker was away a consumer is given some of them once more.
  const received = new Map<string, Received>();
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

/** What is wrong with the records as a copy of the log: each event once, as it is there, in the order of its stream. */
export function faultsOf(records: readonly Received[], log: readonly Recorded[]): string[] {
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

/** Position of the event that so many stand behind. */
export async function countedBack(log: Pick<EventStore, 'readAll'>, behind: number): Promise<LogPosition> {
  const newest = await Array.fromAsync(log.readAll({ direction: 'backwards', limit: behind + 1 }));
  return newest[behind]?.position ?? START;
}

export async function wholeLog(store: { readAll(): AsyncIterable<Recorded> }): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of store.readAll()) events.push(event);
  return events;
}
