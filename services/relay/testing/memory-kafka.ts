/** In-memory Kafka for sessions. It has topics, a checkpoint that is committed together with them, and fencing. */
import { START } from '#events/log-position.ts';
import type { KafkaRecord } from '../kafka-record.ts';
import type { KafkaSession, openKafkaSession } from '../kafka-session.ts';
import type { RelayCheckpoint } from '../relay-checkpoint.ts';
import type { ReceivedRecord } from './committed-reader.ts';

const refused = (code: string) => Object.assign(new Error(code), { code });

const received = ({ topic, message: { key, value, headers } }: KafkaRecord): ReceivedRecord => ({
  topic,
  partition: 0,
  key: String(key),
  value: String(value),
  headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)])),
});

export type MemoryKafka = {
  /** Records that were committed. */
  records: ReceivedRecord[];
  /** While true, no broker answers. */
  isAway: boolean;
  /** Number of next commits that succeed although their answer is lost. */
  answersToLose: number;
  /** A session with this Kafka, in place of `openKafkaSession`. */
  open: typeof openKafkaSession;
};

export function createMemoryKafka(): MemoryKafka {
  let at: RelayCheckpoint = { position: START };
  let owner: string | undefined;
  const kafka: MemoryKafka = {
    records: [],
    isAway: false,
    answersToLose: 0,
    open: async ({ session }) => {
      reach();
      owner = session;
      return sessionOf(session);
    },
  };
  function reach(): void {
    if (kafka.isAway) throw refused('ECONNREFUSED');
  }
  function sessionOf(session: string): KafkaSession {
    let known = at;
    const commit = async (next: RelayCheckpoint, batch: readonly KafkaRecord[]) => {
      reach();
      if (owner !== session) throw refused('PRODUCER_FENCED');
      kafka.records.push(...batch.map(received));
      at = next;
      if (kafka.answersToLose-- > 0) throw refused('ECONNRESET');
      known = next;
    };
    return {
      get at() {
        return known;
      },
      send: batch => commit({ ...known, position: batch.at(-1)?.position ?? known.position }, batch),
      rewind: (id, position) => {
        const { backfill } = known;
        const until = backfill && backfill.until > known.position ? backfill.until : known.position;
        return commit({ position, backfill: { id, until } }, []);
      },
      alive: async () => reach(),
      close: async () => {},
    };
  }
  return kafka;
}
