/** The topics that the relay writes, as it makes them where they are missing: one table. */
import type { Admin, ITopicConfig } from 'kafkajs';
import { type Family, families } from '#events/streams.ts';

export const topicOf = (family: Family): string => `archline.${family}`;

/** Key = id of a log, value = the position up to which its events are in the topics. */
export const checkpointTopic = 'archline.relay.checkpoint';

/** Never changed: a stream would go on in another partition, and its events would lose their order. */
const partitions = 6;
/** As many as the brokers make by default. */
const replicas = -1;
/** The longest event of the log, whose text has 16 Mi units of at most 3 bytes, fits with all that stands beside it. */
const longest = String(64 * 1024 * 1024);

const LOOKS = { most: 100, restMs: 50 };

const config = (entries: Record<string, string>) =>
  Object.entries(entries).map(([name, value]) => ({ name, value }));

export const topics: readonly ITopicConfig[] = [
  ...families.map(family => ({
    topic: topicOf(family),
    numPartitions: partitions,
    replicationFactor: replicas,
    configEntries: config({ 'max.message.bytes': longest }),
  })),
  {
    topic: checkpointTopic,
    numPartitions: 1,
    replicationFactor: replicas,
    // It is read from its start whenever a relay begins: what is over goes soon, and so do the marks of transactions.
    configEntries: config({
      'cleanup.policy': 'compact',
      'segment.bytes': String(1024 * 1024),
      'min.cleanable.dirty.ratio': '0.1',
      'delete.retention.ms': '60000',
    }),
  },
];

/**
 * Makes the topics that are missing, and waits until they can be written; those that are there stay as their owner made
 * them.
 * @param rest a pause of so many milliseconds
 */
export async function makeTopics(admin: Admin, rest: (ms: number) => Promise<void>): Promise<void> {
  const there = new Set(await admin.listTopics());
  const missing = topics.filter(({ topic }) => !there.has(topic));
  if (missing.length === 0) return;
  // kafkajs's own waiting fails where a broker has not heard of the topic yet.
  await admin.createTopics({ topics: missing, waitForLeaders: false });
  for (const { topic } of missing) await answers(admin, topic, rest);
}

/** Kafka says that a topic is made before its partitions are: whoever writes then is told that there is none. */
async function answers(admin: Admin, topic: string, rest: (ms: number) => Promise<void>): Promise<void> {
  for (let looks = 1; ; looks++)
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (looks === LOOKS.most) throw error;
      await rest(LOOKS.restMs);
    }
}
