/**
 * A connection with Kafka from the moment at which it is the only one that may write, to its first error. Nothing is
 * tried again inside one: kafkajs loses records where a partition moves to another broker between two tries, and says
 * nothing. A new session begins at what was committed.
 */

import { type Admin, Kafka, logLevel, Partitioners, type Producer, type Transaction } from 'kafkajs';
import type { LogPosition } from '#events/log-position.ts';
import { type Checkpoint, checkpointRecord, groupOf, openedRecord, readCheckpoint } from './checkpoint.ts';
import type { Access } from './kafka-access.ts';
import type { Backfill, Prepared } from './kafka-record.ts';
import { checkpointTopic, makeTopics } from './topics.ts';

export type Session = {
  /** What is committed. */
  readonly at: Checkpoint;
  /** Events of the log in its order, and how far they go: both or neither. */
  send(batch: readonly Prepared[]): Promise<void>;
  /** Goes back to a position: what comes again up to where the topics are carries the backfill's id. */
  rewind(id: string, position: LogPosition): Promise<void>;
  /** Asks a broker whether it is there: whoever has nothing to send would not notice. @throws Error of kafkajs */
  alive(): Promise<void>;
  close(): Promise<void>;
};

export type SessionOptions = {
  brokers: readonly string[];
  access: Access;
  /** Id of the log. */
  log: string;
  /** An id that no other session has. */
  session: string;
  /** A pause of so many milliseconds. */
  rest: (ms: number) => Promise<void>;
};

const REQUEST_MS = 15_000;
/** Until the checkpoint must have been read. */
const OPENING_MS = 60_000;
/** Open transactions hold up readers of what is committed: one that was left behind ends after so long. */
const TRANSACTION_MS = 30_000;
/** The marks of a transaction are written after it is committed; until then the brokers refuse the next. */
const MARKS = { restMs: 3, tries: 2_000 };

/** Quiet: whoever runs the relay says what has become of it. */
const connect = ({ brokers, access }: SessionOptions) =>
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
 * Fences every older session of the log, waits until the last transaction of the one before is decided, and reads how
 * far it had come.
 * @throws Error of kafkajs
 */
export async function openSession(options: SessionOptions): Promise<Session> {
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
    await makeTopics(admin, rest);
    await producer.connect();
    await transact(producer, transaction =>
      begun(transaction, { topic: checkpointTopic, messages: [openedRecord(log, session)] }, rest),
    );
    const at = await readCheckpoint(kafka, { log, session, late: rest(OPENING_MS) });
    await admin.deleteGroups([groupOf(session)]).catch(() => undefined);
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
  { log, rest }: SessionOptions,
  opened: Checkpoint,
): Session {
  let at = opened;
  const commit = async (next: Checkpoint, batch: readonly Prepared[]) => {
    const mark = { topic: checkpointTopic, messages: [checkpointRecord(log, next)] };
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

/** How far the topics go, a backfill under way or not. */
const reached = ({ position, backfill }: { position: bigint; backfill?: Backfill }): bigint =>
  backfill && backfill.until > position ? backfill.until : position;

async function transact(producer: Producer, work: (transaction: Transaction) => Promise<unknown>) {
  const transaction = await producer.transaction();
  try {
    await work(transaction);
    await transaction.commit();
  } catch (error) {
    // The next session aborts it as well, but readers of what is committed would wait for that.
    if (transaction.isActive()) await quietly(transaction.abort());
    throw error;
  }
}

type First = Parameters<Transaction['send']>[0];

/**
 * Sends the first record of a transaction, to one partition. Only this is tried again, and only where the brokers have
 * taken nothing yet; once it is there, the transaction is open and nothing that follows can be refused for the one before.
 */
async function begun(transaction: Transaction, record: First, rest: SessionOptions['rest']) {
  for (let tries = 1; ; tries++)
    try {
      return await transaction.send(record);
    } catch (error) {
      if (reasonOf(error) !== 'CONCURRENT_TRANSACTIONS' || tries === MARKS.tries) throw error;
      await rest(MARKS.restMs);
    }
}

function byTopic(batch: readonly Prepared[]) {
  const topics = Map.groupBy(batch, ({ topic }) => topic);
  return [...topics].map(([topic, records]) => ({ topic, messages: records.map(({ message }) => message) }));
}

/** What an error is called: Kafka's own word, a code of the system, or the name of its kind. Never its sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const inner = error.cause instanceof Error ? error.cause : error;
  const word = ('type' in inner && inner.type) || ('code' in inner && inner.code) || inner.name;
  return String(word);
}
