/**
 * A server with EventStoreDB's protocol, for tests and the local stack. With it, the adapter is tested with
 * the real client and real connections where no EventStoreDB is available. It is not EventStoreDB: do not
 * report results over it as results on EventStoreDB.
 */
import { type LogClusterOptions, startLogCluster } from './cluster.ts';
import type { SubscriptionEndReason } from './reads.ts';

export type LogServer = {
  port: number;
  /** Connection string, as EVENT_STORE takes it. */
  url: string;
  /** Drops the answers of the next `count` appends; their events are kept. */
  loseAnswers(count: number): void;
  /** Makes the current subscriptions silent without ending them. */
  hush(): void;
  /** Ends the current subscriptions: normally, or with EventStoreDB's error for slow readers. */
  endSubscriptions(why?: SubscriptionEndReason): void;
  /** Resets every connection and stops listening; events stay in the file. */
  stop(): Promise<void>;
};

/** Starts a server of one node. */
export async function startLogServer(options: Omit<LogClusterOptions, 'nodes'> = {}): Promise<LogServer> {
  const { ports, url, loseAnswers, hush, endSubscriptions, stop } = await startLogCluster(options);
  return { port: ports[0] ?? 0, url, loseAnswers, hush, endSubscriptions, stop };
}
