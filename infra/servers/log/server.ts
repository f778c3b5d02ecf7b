/**
 * A server that speaks EventStoreDB's protocol, for tests and for the stack on one machine: the adapter runs over the
 * real client and the real wire where no EventStoreDB is to be had. It is none: what ran over it was not tested on one.
 */
import { type LogOptions, startLogCluster } from './cluster.ts';
import type { SubscriptionEnd } from './reads.ts';

export type LogServer = {
  port: number;
  /** As the program takes it. */
  url: string;
  /** Loses the answers of the next `count` appends; the events are kept. */
  loseAnswers(count: number): void;
  /** Silences the current subscriptions without ending them. */
  hush(): void;
  /** Ends the current subscriptions, without an error or as EventStoreDB does with readers that are too slow. */
  endSubscriptions(why?: SubscriptionEnd): void;
  /** Cuts every connection and stops listening; what was kept stays in its file. */
  stop(): Promise<void>;
};

/** One node. */
export async function startLogServer(options: Omit<LogOptions, 'nodes'> = {}): Promise<LogServer> {
  const { ports, url, loseAnswers, hush, endSubscriptions, stop } = await startLogCluster(options);
  return { port: ports[0] ?? 0, url, loseAnswers, hush, endSubscriptions, stop };
}
