/** Topics of the relay, all in one table. Missing topics are created. */
import type { Admin, ITopicConfig } from 'kafkajs';
import { type StreamFamily, streamFamilies } from '#events/streams.ts';

export const topicOfFamily = (family: StreamFamily): string => `archline.${family}`;

/** Key: id of a log. Value: position up to which its events are in the topics. */
export const checkpointTopic = 'archline.relay.checkpoint';

/**
 * Number of partitions of a topic. Never change it: a stream would continue in another partition, and its events would
 * lose their order.
 */
const partitions = 6;
/** Replicas of a topic: the brokers' default. */
const replicas = -1;
/**
 * Maximum bytes of a message. The log's longest event, a text of 16 Mi UTF-16 units of at most 3 bytes, fits with its
 * headers.
 */
const longest = String(64 * 1024 * 1024);

const LOOKS = { most: 100, restMs: 50 };

const config = (entries: Record<string, string>) =>
  Object.entries(entries).map(([name, value]) => ({ name, value }));

export const relayTopics: readonly ITopicConfig[] = [
  ...streamFamilies.map(family => ({
    topic: topicOfFamily(family),
    numPartitions: partitions,
    replicationFactor: replicas,
    configEntries: config({ 'max.message.bytes': longest }),
  })),
  {
    topic: checkpointTopic,
    numPartitions: 1,
    replicationFactor: replicas,
    // Every new relay reads this topic from its start, so old records and transaction markers are removed soon.
    configEntries: config({
      'cleanup.policy': 'compact',
      'segment.bytes': String(1024 * 1024),
      'min.cleanable.dirty.ratio': '0.1',
      'delete.retention.ms': '60000',
    }),
  },
];

/**
 * Creates missing topics and waits until they are writable. Does not change the settings of existing ones, which
 * belong to their owner.
 * @param rest pauses for some milliseconds
 */
export async function createTopics(admin: Admin, rest: (ms: number) => Promise<void>): Promise<void> {
  const there = new Set(await admin.listTopics());
  const missing = relayTopics.filter(({ topic }) => !there.has(topic));
  if (missing.length === 0) return;
  // kafkajs's own waiting fails if a broker does not know the topic yet.
  await admin.createTopics({ topics: missing, waitForLeaders: false });
  for (const { topic } of missing) await answers(admin, topic, rest);
}

/** Waits for a topic's partitions. Kafka confirms a topic before it has any, and a write would then fail. */
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
