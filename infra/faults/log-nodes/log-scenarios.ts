/** Fault scenarios for a three-node log: which nodes are killed, and when they are restarted. */
import type { LogCluster } from '../../servers/log/cluster.ts';
import { pollUntil } from '../fault.ts';

/** Callbacks of a fault scenario to the test that runs it. */
export type LogScenarioHooks = {
  /** Resolves once some more drafts are acknowledged. */
  writesWork(): Promise<void>;
  /** Waits while nodes are down: for `awayMs`, and at least until one write has been refused. */
  nodesDown(): Promise<void>;
  /** Begins to time how long it takes until the next draft is acknowledged. */
  leaderElected(): void;
};

type FaultInjection = (cluster: LogCluster, hooks: LogScenarioHooks) => Promise<void>;

const led = (cluster: LogCluster) =>
  pollUntil('no node of the log leads', async () => cluster.leader() !== undefined);

/** Kills these nodes at the same time, and restarts them later. */
const killTogether =
  (nodes: readonly number[]): FaultInjection =>
  async (cluster, { nodesDown, leaderElected, writesWork }) => {
    await Promise.all(nodes.map(node => cluster.kill(node)));
    await nodesDown();
    await Promise.all(nodes.map(node => cluster.restart(node)));
    await led(cluster);
    leaderElected();
    await writesWork();
  };

/** Kills one node, waits for another leader, and restarts it. */
const killAlone = async (
  cluster: LogCluster,
  node: number,
  { leaderElected, writesWork }: LogScenarioHooks,
) => {
  await cluster.kill(node);
  await led(cluster);
  leaderElected();
  await writesWork();
  await cluster.restart(node);
};

type FaultScenario = {
  what: string;
  /** Whether writes may be refused: there is no quorum for a while. */
  refuses: boolean;
  inject: FaultInjection;
};

/** Fault scenarios by their name on the command line of `npm run faults`. */
export const logScenarios = {
  'log-nodes': { what: 'all three nodes are down', refuses: true, inject: killTogether([0, 1, 2]) },
  'log-quorum': { what: 'two of three nodes are down', refuses: true, inject: killTogether([0, 1]) },
  'log-leader': {
    what: 'the leader is killed five times',
    refuses: false,
    inject: async (cluster, hooks) => {
      for (let n = 0; n < 5; n++) await killAlone(cluster, cluster.leader() ?? 0, hooks);
    },
  },
  'log-rolling': {
    what: 'the three nodes are restarted one by one',
    refuses: false,
    inject: async (cluster, hooks) => {
      for (const node of [0, 1, 2]) await killAlone(cluster, node, hooks);
    },
  },
} satisfies Record<string, FaultScenario>;

export type LogScenarioName = keyof typeof logScenarios;
// Cast: Object.keys returns strings, and `logScenarios` has only these keys.
export const logScenarioNames = Object.keys(logScenarios) as LogScenarioName[];
