/**
 * Nodes of the protocol server over one shared log. Replication is instant unless a node is held back. One
 * node leads; when it fails, another node takes over after a pause, if a majority is up.
 */
import { listSettingErrors, logServerVersions } from '../../deploy/log-settings.ts';
import { freePort } from '../../testing/ports.ts';
import { ensureCertificate, type UserAccounts } from './access.ts';
import { decodeEvent, encodeEvent } from './answers.ts';
import { formatConnectionUrl } from './connection-url.ts';
import { type ClusterNodeSlot, createElection, type Election, type StopVisibility } from './election.ts';
import { openEventTable } from './event-table.ts';
import { type NodeOptions, startNode } from './node.ts';
import type { SubscriptionEndReason } from './reads.ts';
import { createReplica } from './replica.ts';

export type LogClusterOptions = {
  /** SQLite file of the events; default: in memory. */
  file?: string;
  /**
   * Port of the first node (the others take the next ports), or a list with one port per node. Default: free
   * ports.
   */
  port?: number | readonly number[];
  /** Seed of the gaps between positions; default 1. */
  seed?: number;
  /** EventStoreDB's `MaxAppendSize`, in bytes; default 1 MiB. */
  maxAppendSize?: number;
  /** EventStoreDB's `WriteTimeoutMs`. */
  writeTimeoutMs?: number;
  /** Number of nodes; default one. */
  nodes?: number;
  /** Duration of an election, in ms. */
  electionMs?: number;
  /** Folder of the TLS certificate. A missing or expired certificate is created. Without a folder, no TLS. */
  tls?: string;
  /** Host name of the certificate; default: this machine. */
  certified?: string;
  users?: UserAccounts;
  /** Ms since 1970, for event times, `$maxAge` and deadlines; default: the machine's clock. */
  now?: () => number;
};

export type LogCluster = {
  ports: number[];
  /** Connection string, as EVENT_STORE takes it. */
  url: string;
  /** Index of the leader; undefined if there is none. */
  leader(): number | undefined;
  /**
   * Resets the node's connections, as if its process was killed. @param notice how much the other nodes
   * notice at once; default: everything
   */
  kill(node: number, notice?: StopVisibility): Promise<void>;
  /** Stops the node gracefully: ends its calls, then its connections. */
  shutDown(node: number): Promise<void>;
  /** Lets the other nodes notice all stopped nodes. */
  notice(): Promise<void>;
  restart(node: number): Promise<void>;
  /** Stops replication to a follower: its answers end at its last replicated event. */
  holdBack(node: number): Promise<void>;
  /** Resumes replication to a follower. */
  catchUp(node: number): Promise<void>;
  /** Freezes a node: it keeps its connections and answers nothing until `thaw`. */
  freeze(node: number): void;
  thaw(node: number): void;
  /** Makes the leader resign; another node takes over. */
  resign(): Promise<void>;
  /** Drops the answers of the next `count` appends; their events are kept. */
  loseAnswers(count: number): void;
  /** Makes the current subscriptions silent without ending them. */
  hush(): void;
  /** Ends the current subscriptions: normally, or with EventStoreDB's error for slow readers. */
  endSubscriptions(why?: SubscriptionEndReason): void;
  stop(): Promise<void>;
};

const MiB = 1024 * 1024;

/** Faults of all nodes: dropped answers, and subscriptions that are silent or end. */
function createMishaps() {
  let losing = 0;
  let hushes = 0;
  let ending = new AbortController();
  return {
    loseAnswers: (count: number) => {
      losing = count;
    },
    hush: () => {
      hushes += 1;
    },
    endSubscriptions: (why: SubscriptionEndReason = 'over') => {
      ending.abort(why);
      ending = new AbortController();
    },
    over: () => ending.signal,
    lose: () => losing > 0 && losing-- > 0,
    hushed: () => {
      const before = hushes;
      return () => hushes > before;
    },
  };
}

type Given = 'table' | 'maxAppendSize' | 'writeTimeoutMs' | 'certificate' | 'users' | 'now';
type Parts = Pick<NodeOptions, Given> & {
  places: ClusterNodeSlot[];
  election: Election;
  mishaps: ReturnType<typeof createMishaps>;
};

async function begin({ places, election, mishaps: { lose, hushed, over }, ...given }: Parts, at: number) {
  const place = places[at];
  if (!place || place.node) return;
  place.node = await startNode({
    ...given,
    port: place.port,
    lose,
    hushed,
    over,
    log: place.replica.log,
    standing: () => election.standingOf(at),
    members: election.members,
    majority: election.majority,
    thawed: async () => place.frozen?.promise,
  });
  place.port = place.node.port;
}

type Hand = Pick<
  LogCluster,
  'kill' | 'shutDown' | 'notice' | 'restart' | 'holdBack' | 'catchUp' | 'freeze' | 'thaw'
>;

/** Faults of one node. */
function createHand(parts: Parts): Hand {
  const { places, election } = parts;
  const set = async (at: number, change: (place: ClusterNodeSlot) => void) => {
    const place = places[at];
    if (place) change(place);
    if (place?.notice === 'all') await election.changed();
  };
  const leave = (at: number, how: 'kill' | 'shutDown', notice: StopVisibility) =>
    set(at, place => {
      place.node?.[how]();
      Object.assign(place, { node: undefined, notice });
      place.replica.stop();
    });
  return {
    kill: (at, notice = 'all') => leave(at, 'kill', notice),
    shutDown: at => leave(at, 'shutDown', 'all'),
    notice: async () => {
      for (const place of places) place.notice = 'all';
      await election.changed();
    },
    restart: async at => {
      await begin(parts, at);
      await set(at, place => {
        place.notice = 'all';
      });
    },
    holdBack: at => {
      if (at === election.leader()) throw new Error('A leader replicates from no other node.');
      return set(at, place => {
        place.heldBack = true;
        place.replica.stop();
      });
    },
    catchUp: at =>
      set(at, place => {
        place.heldBack = false;
      }),
    freeze: at =>
      void set(at, place => {
        place.frozen = Promise.withResolvers();
      }),
    thaw: at =>
      void set(at, place => {
        place.frozen?.resolve();
        place.frozen = undefined;
      }),
  };
}

/** Trap: a client that retries an ephemeral port while its server is down may connect to itself. */
async function portAt(port: LogClusterOptions['port'], at: number): Promise<number> {
  const given = typeof port === 'number' ? port + at : port?.[at];
  return given ?? freePort();
}

/** @throws Error if EventStoreDB 23.10 would not start with these settings */
function refuse(settings: Record<string, number>): void {
  const environment = Object.entries(settings).map(([name, value]) => [`EVENTSTORE_${name}`, String(value)]);
  const like = logServerVersions.eventStoreDb.filter(({ name }) => name === 'EventStoreDB 23.10');
  const refused = listSettingErrors(like, Object.fromEntries(environment));
  if (refused.length > 0) throw new Error(refused.join('\n'));
}

export async function startLogCluster(options: LogClusterOptions = {}): Promise<LogCluster> {
  const { file = ':memory:', port, seed = 1, nodes = 1, electionMs = 1_000, now } = options;
  const { maxAppendSize = MiB, writeTimeoutMs = 2_000, tls, certified } = options;
  refuse({ CLUSTER_SIZE: nodes, MAX_APPEND_SIZE: maxAppendSize, WRITE_TIMEOUT_MS: writeTimeoutMs });
  const table = openEventTable({ file, encode: encodeEvent, decode: decodeEvent, seed, now });
  const ports: number[] = [];
  for (let at = 0; at < nodes; at++) ports.push(await portAt(port, at));
  const places = ports.map(
    (each): ClusterNodeSlot => ({
      id: crypto.randomUUID(),
      port: each,
      node: undefined,
      frozen: undefined,
      notice: 'all',
      replica: createReplica(table),
      heldBack: false,
    }),
  );
  const certificate = tls === undefined ? undefined : await ensureCertificate(tls, certified);
  const election = createElection(places, electionMs);
  const mishaps = createMishaps();
  // A copy, so that users created at run time are shared by all nodes without changing the caller's object.
  const users = options.users && structuredClone(options.users);
  const parts = { table, places, election, mishaps, maxAppendSize, writeTimeoutMs, certificate, users, now };
  for (const at of places.keys()) await begin(parts, at);
  election.begin();
  const { leader, resign } = election;
  const { loseAnswers, hush, endSubscriptions } = mishaps;
  return {
    ports,
    leader,
    resign,
    loseAnswers,
    hush,
    endSubscriptions,
    ...createHand(parts),
    url: formatConnectionUrl(ports, certificate?.file),
    stop: async () => {
      election.end();
      for (const { node, frozen } of places) {
        frozen?.resolve();
        node?.kill();
      }
      table.close();
    },
  };
}
