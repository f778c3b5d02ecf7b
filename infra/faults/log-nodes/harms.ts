/** What happens to the three nodes of a log. */
import type { LogCluster } from '../../servers/log/cluster.ts';
import { until } from '../fault.ts';

export type Moments = {
  /** Those at work get on: resolves once some more drafts are acknowledged. */
  getOn(): Promise<void>;
  /** For as long as nodes stay away; resolves no sooner than a write was refused. */
  away(): Promise<void>;
  /** The cluster has a leader again: from now on writing is timed. */
  isBack(): void;
};

type Harm = (cluster: LogCluster, moments: Moments) => Promise<void>;

const led = (cluster: LogCluster) =>
  until('no node of the log leads', async () => cluster.leader() !== undefined);

/** These nodes go at the same time, and come back later. */
const gone =
  (nodes: readonly number[]): Harm =>
  async (cluster, { away, isBack, getOn }) => {
    await Promise.all(nodes.map(node => cluster.kill(node)));
    await away();
    await Promise.all(nodes.map(node => cluster.restart(node)));
    await led(cluster);
    isBack();
    await getOn();
  };

/** This node goes alone, another one leads, and it comes back. */
const inTurn = async (cluster: LogCluster, node: number, { isBack, getOn }: Moments) => {
  await cluster.kill(node);
  await led(cluster);
  isBack();
  await getOn();
  await cluster.restart(node);
};

/** By the name that `npm run faults` takes. */
export const harms = {
  'log-nodes': { what: 'all three nodes are away', bring: gone([0, 1, 2]) },
  'log-quorum': { what: 'two of three nodes are away', bring: gone([0, 1]) },
  'log-leader': {
    what: 'the node that leads is killed five times',
    bring: async (cluster, moments) => {
      for (let n = 0; n < 5; n++) await inTurn(cluster, cluster.leader() ?? 0, moments);
    },
  },
  'log-rolling': {
    what: 'the three nodes are restarted one by one',
    bring: async (cluster, moments) => {
      for (const node of [0, 1, 2]) await inTurn(cluster, node, moments);
    },
  },
} satisfies Record<string, { what: string; bring: Harm }>;

export type HarmName = keyof typeof harms;
// The boundary: the keys of a table.
export const harmNames = Object.keys(harms) as HarmName[];
