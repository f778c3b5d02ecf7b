/**
 * A Kafka session. It begins when it is the only writer, and ends at its first error. A session retries nothing,
 * because kafkajs silently loses records if a partition moves to another broker between two attempts. A new session
 * begins at the committed position.
 */

import { type Admin, Kafka, logLevel, Partitioners, type Producer, type Transaction } from 'kafkajs';
import type { LogPosition } from '#events/log-position.ts';
import type { KafkaSecurity } from './kafka-access.ts';
import type { BackfillRun, KafkaRecord } from './kafka-record.ts';
import {
  consumerGroupOf,
  createCheckpointRecord,
  createSessionOpenedRecord,
  type RelayCheckpoint,
  readCheckpoint,
} from './relay-checkpoint.ts';
import { checkpointTopic, createTopics } from './relay-topics.ts';

export type KafkaSession = {
  /** The committed log position. */
  readonly at: RelayCheckpoint;
  /** Sends events in log order together with their position, atomically. */
  send(batch: readonly KafkaRecord[]): Promise<void>;
  /** Goes back to a position. Events up to the present end are then sent again with the backfill's id. */
  rewind(id: string, position: LogPosition): Promise<void>;
  /** Checks a broker, because an idle session would not notice its loss. @throws Error of kafkajs */
  alive(): Promise<void>;
  close(): Promise<void>;
};

export type KafkaSessionOptions = {
  brokers: readonly string[];
  access: KafkaSecurity;
  /** Id of the log. */
  log: string;
  /** Unique id of the session. */
  session: string;
  /** Pauses for some milliseconds. */
  rest: (ms: number) => Promise<void>;
};

const REQUEST_MS = 15_000;
/** Maximum time for reading the checkpoint, in milliseconds. */
const OPENING_MS = 60_000;
/**
 * Milliseconds after which Kafka aborts an orphaned transaction. Open transactions block consumers of
 * committed records.
 */
const TRANSACTION_MS = 30_000;
/** Transaction markers are written after the commit. Until then, the brokers refuse the next transaction. */
const MARKS = { restMs: 3, tries: 2_000 };

/** Disables kafkajs's logging, because the relay reports its own state. */
const connect = ({ brokers, access }: KafkaSessionOptions) =>
  new Kafka({
    ...access,
    brokers: [...brokers],
    clientId: 'archline-relay',
    logLevel: logLevel.NOTHING,
    connectionTimeout: 3_000,
    requestTimeout: REQUEST_MS,
    retry: { retries: 3, initialRetryTime: 100, maxRetryTime: 1_000 },
  });

/**
 * Fences every older session of the log, waits until the last transaction is committed or aborted, and reads the
 * committed position.
 * @throws Error of kafkajs
 */
export async function openKafkaSession(options: KafkaSessionOptions): Promise<KafkaSession> {
  const { log, session, rest } = options;
  const kafka = connect(options);
  const admin = kafka.admin();
  const producer = kafka.producer({
    transactionalId: `archline.relay.${log}`,
    transactionTimeout: TRANSACTION_MS,
    maxInFlightRequests: 1,
    retry: { retries: 0 },
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  try {
    await admin.connect();
    await createTopics(admin, rest);
    await producer.connect();
    await transact(producer, transaction =>
      begun(
        transaction,
        { topic: checkpointTopic, messages: [createSessionOpenedRecord(log, session)] },
        rest,
      ),
    );
    const at = await readCheckpoint(kafka, { log, session, late: rest(OPENING_MS) });
    await admin.deleteGroups([consumerGroupOf(session)]).catch(() => undefined);
    return createSession({ producer, admin }, options, at);
  } catch (error) {
    await quietly(producer.disconnect());
    await quietly(admin.disconnect());
    throw error;
  }
}

const quietly = (ending: Promise<void>) => ending.catch(() => undefined);

type Clients = { producer: Producer; admin: Admin };

function createSession(
  { producer, admin }: Clients,
  { log, rest }: KafkaSessionOptions,
  opened: RelayCheckpoint,
): KafkaSession {
  let at = opened;
  const commit = async (next: RelayCheckpoint, batch: readonly KafkaRecord[]) => {
    const mark = { topic: checkpointTopic, messages: [createCheckpointRecord(log, next)] };
    await transact(producer, async transaction => {
      await begun(transaction, mark, rest);
      if (batch.length > 0) await transaction.sendBatch({ topicMessages: byTopic(batch) });
    });
    at = next;
  };
  return {
    get at() {
      return at;
    },
    send: batch => commit({ ...at, position: batch.at(-1)?.position ?? at.position }, batch),
    rewind: (id, position) => commit({ position, backfill: { id, until: reached(at) } }, []),
    alive: async () => void (await admin.describeCluster()),
    close: async () => {
      await quietly(producer.disconnect());
      await quietly(admin.disconnect());
    },
  };
}

/** Returns the position up to which events are in the topics, with or without a running backfill. */
const reached = ({ position, backfill }: { position: bigint; backfill?: BackfillRun }): bigint =>
  backfill && backfill.until > position ? backfill.until : position;

async function transact(producer: Producer, work: (transaction: Transaction) => Promise<unknown>) {
  const transaction = await producer.transaction();
  try {
    await work(transaction);
    await transaction.commit();
  } catch (error) {
    // The next session would abort the transaction too, but until then consumers of committed records would wait.
    if (transaction.isActive()) await quietly(transaction.abort());
    throw error;
  }
}

type First = Parameters<Transaction['send']>[0];

/**
 * Sends the first record of a transaction, to one partition. Only this record is retried, and only if the brokers
 * accepted nothing. When it is accepted, the transaction is open, and the brokers cannot refuse later records because
 * of the previous transaction.
 */
async function begun(transaction: Transaction, record: First, rest: KafkaSessionOptions['rest']) {
  for (let tries = 1; ; tries++)
    try {
      return await transaction.send(record);
    } catch (error) {
      if (errorReasonOf(error) !== 'CONCURRENT_TRANSACTIONS' || tries === MARKS.tries) throw error;
      await rest(MARKS.restMs);
    }
}

function byTopic(batch: readonly KafkaRecord[]) {
  const topics = Map.groupBy(batch, ({ topic }) => topic);
  return [...topics].map(([topic, records]) => ({ topic, messages: records.map(({ message }) => message) }));
}

/** Returns the name of an error: Kafka's code, a system code, or its class. Never returns its message. */
export function errorReasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const inner = error.cause instanceof Error ? error.cause : error;
  const word = ('type' in inner && inner.type) || ('code' in inner && inner.code) || inner.name;
  return String(word);
}
