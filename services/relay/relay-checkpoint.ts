/**
 * The position up to which a log's events are in the topics. It is the last record of the log's key in a compacted
 * topic, written in one transaction with the events.
 */

import type { Consumer, IHeaders, Kafka, Message } from 'kafkajs';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import type { BackfillRun } from './kafka-record.ts';
import { checkpointTopic } from './relay-topics.ts';

/** `backfill`: the last one that has begun. It stays in the checkpoint after its end, so that each begins only once. */
export type RelayCheckpoint = { position: LogPosition; backfill?: BackfillRun };

export const createCheckpointRecord = (log: string, { position, backfill }: RelayCheckpoint): Message => ({
  key: log,
  value: String(position),
  partition: 0,
  headers: backfill ? { backfill: backfill.id, until: String(backfill.until) } : {},
});

/** Creates a record that a session writes before it reads. All relevant records precede it. */
export const createSessionOpenedRecord = (log: string, session: string): Message => ({
  key: openedKey(log),
  value: session,
  partition: 0,
});

const openedKey = (log: string) => `${log}/opened`;
const text = (value: IHeaders[string]) => (value === undefined ? undefined : String(value));

function checkpointOf(value: string, headers: IHeaders = {}): RelayCheckpoint {
  const [id, until] = [text(headers.backfill), text(headers.until)];
  const position = toLogPosition(value);
  return id !== undefined && until !== undefined
    ? { position, backfill: { id, until: BigInt(until) } }
    : { position };
}

/**
 * Reads the topic's committed records up to the record that this session wrote. It cannot read up to the topic's end,
 * because the end is a transaction marker, which no consumer receives.
 * @throws Error if that record does not arrive in time
 */
export async function readCheckpoint(
  kafka: Kafka,
  how: { log: string; session: string; late: Promise<void> },
): Promise<RelayCheckpoint> {
  const { log, session } = how;
  // Uses a new group, because the members of a dead session's group would first have to time out.
  const consumer = kafka.consumer({
    groupId: consumerGroupOf(session),
    maxWaitTimeInMs: 50,
    // Retries many times, because brokers that have just started load their groups first.
    retry: { retries: 10, restartOnFailure: async () => false },
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [checkpointTopic], fromBeginning: true });
    const late = how.late.then(() => Promise.reject(new Error('the checkpoint could not be read in time')));
    return await Promise.race([lastBefore(consumer, log, session), late]);
  } finally {
    await consumer.disconnect().catch(() => undefined);
  }
}

/** The consumer group of a session's checkpoint. It stores no offsets. */
export const consumerGroupOf = (session: string) => `archline.relay.${session}`;

function lastBefore(consumer: Consumer, log: string, session: string): Promise<RelayCheckpoint> {
  let last: RelayCheckpoint = { position: START };
  return new Promise((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const each = (key: string, value: string, headers?: IHeaders) => {
      if (key === log) last = checkpointOf(value, headers);
      if (key === openedKey(log) && value === session) resolve(last);
    };
    consumer
      .run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          for (const { key, value, headers } of batch.messages) each(String(key), String(value), headers);
        },
      })
      .catch(reject);
  });
}
