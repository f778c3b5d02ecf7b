/**
 * Nodes of the protocol server over one shared log, as if replication took no time, unless a node is held back. One node
 * leads. When it goes, another one takes over after a pause, if a majority of the nodes is up.
 */
import { refusedBy, versions } from '../../deploy/log-settings.ts';
import { freePort } from '../../testing/ports.ts';
import { certificateIn, type Users } from './access.ts';
import { bytesOf, readFrom } from './answers.ts';
import { createElection, type Election, type Notice, type Place } from './election.ts';
import { type NodeOptions, startNode } from './node.ts';
import type { SubscriptionEnd } from './reads.ts';
import { createReplica } from './replica.ts';
import { openTable } from './table.ts';
import { urlOf } from './url.ts';

export type LogOptions = {
  /** Where events are kept; default in memory. */
  file?: string;
  /** A number is the first node's port, and the others take the next ports; a list has one per node. Default: free ports. */
  port?: number | readonly number[];
  /** Of the gaps between positions; default 1. */
  seed?: number;
  /** EventStoreDB's `MaxAppendSize`, in bytes; default 1 MiB. */
  maxAppendSize?: number;
  /** Its `WriteTimeoutMs`. */
  writeTimeoutMs?: number;
  /** How many nodes; default one. */
  nodes?: number;
  /** How long there is no leader after one went, in ms. */
  electionMs?: number;
  /** Folder of the TLS certificate, which is created there if it is missing or has expired. Without a folder, no TLS. */
  tls?: string;
  /** The host that the certificate is for, where it is not for this machine. */
  certified?: string;
  users?: Users;
  /** Ms since 1970, for events, their age, and deadlines of appends; default the machine's clock. */
  now?: () => number;
};

export type LogCluster = {
  ports: number[];
  /** As the program takes it. */
  url: string;
  /** Which of them leads; undefined where none does. */
  leader(): number | undefined;
  /** Cuts its connections, as if it were killed. @param notice what the other nodes know of it at once; default all */
  kill(node: number, notice?: Notice): Promise<void>;
  /** Ends its calls and its connections in order, as a server does that is asked to stop. */
  shutDown(node: number): Promise<void>;
  /** The other nodes know of each node that is gone. */
  notice(): Promise<void>;
  restart(node: number): Promise<void>;
  /** A follower replicates nothing from now on: what it answers ends earlier. */
  holdBack(node: number): Promise<void>;
  /** It replicates what it missed, and what follows. */
  catchUp(node: number): Promise<void>;
  /** Keeps its connections and answers nothing until it is thawed. */
  freeze(node: number): void;
  thaw(node: number): void;
  /** The leader gives up its role; another node takes over. */
  resign(): Promise<void>;
  /** Loses the answers of the next `count` appends; the events are kept. */
  loseAnswers(count: number): void;
  /** Silences the current subscriptions without ending them. */
  hush(): void;
  /** Ends the current subscriptions, without an error or as EventStoreDB does with readers that are too slow. */
  endSubscriptions(why?: SubscriptionEnd): void;
  stop(): Promise<void>;
};

const MiB = 1024 * 1024;

/** Faults that affect all nodes: lost answers, subscriptions that are silent or end. */
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
    endSubscriptions: (why: SubscriptionEnd = 'over') => {
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
  places: Place[];
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

/** Faults of a single node. */
function createHand(parts: Parts): Hand {
  const { places, election } = parts;
  const set = async (at: number, change: (place: Place) => void) => {
    const place = places[at];
    if (place) change(place);
    if (place?.notice === 'all') await election.changed();
  };
  const leave = (at: number, how: 'kill' | 'shutDown', notice: Notice) =>
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

/** Trap: a client that retries a port of the system's own range while its server is down may connect to itself. */
async function portAt(port: LogOptions['port'], at: number): Promise<number> {
  const given = typeof port === 'number' ? port + at : port?.[at];
  return given ?? freePort();
}

/** @throws Error if EventStoreDB 23.10 would not start with these settings */
function refuse(settings: Record<string, number>): void {
  const environment = Object.entries(settings).map(([name, value]) => [`EVENTSTORE_${name}`, String(value)]);
  const like = versions.eventStoreDb.filter(({ name }) => name === 'EventStoreDB 23.10');
  const refused = refusedBy(like, Object.fromEntries(environment));
  if (refused.length > 0) throw new Error(refused.join('\n'));
}

export async function startLogCluster(options: LogOptions = {}): Promise<LogCluster> {
  const { file = ':memory:', port, seed = 1, nodes = 1, electionMs = 1_000, now } = options;
  const { maxAppendSize = MiB, writeTimeoutMs = 2_000, tls, certified } = options;
  refuse({ CLUSTER_SIZE: nodes, MAX_APPEND_SIZE: maxAppendSize, WRITE_TIMEOUT_MS: writeTimeoutMs });
  const table = openTable({ file, encode: bytesOf, decode: readFrom, seed, now });
  const ports: number[] = [];
  for (let at = 0; at < nodes; at++) ports.push(await portAt(port, at));
  const places = ports.map(
    (each): Place => ({
      id: crypto.randomUUID(),
      port: each,
      node: undefined,
      frozen: undefined,
      notice: 'all',
      replica: createReplica(table),
      heldBack: false,
    }),
  );
  const certificate = tls === undefined ? undefined : await certificateIn(tls, certified);
  const election = createElection(places, electionMs);
  const mishaps = createMishaps();
  // A copy: users made at run time are shared by all nodes and stay out of the caller's object.
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
    url: urlOf(ports, certificate?.file),
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
