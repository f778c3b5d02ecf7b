/**
 * Nodes of the protocol server over one shared log, as if replication took no time. One node leads. When it goes, another
 * one takes over after a pause, if a majority of the nodes is up.
 */
import { refusedBy, versions } from '../../deploy/log-settings.ts';
import { certificateIn, type Users } from './access.ts';
import { bytesOf } from './answers.ts';
import { createElection, type Election, type Place } from './election.ts';
import { type NodeOptions, startNode } from './node.ts';
import { openTable } from './table.ts';
import { urlOf } from './url.ts';

export type LogOptions = {
  /** Where events are kept; default in memory. */
  file?: string;
  /** Of the first node, the others follow, or one of each; default any free ones. */
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
  /** Folder of the certificate, made there where it has none: with it the nodes speak TLS. */
  tls?: string;
  /** The host that the certificate is for, where it is not for this machine. */
  certified?: string;
  users?: Users;
};

export type LogCluster = {
  ports: number[];
  /** As the program takes it. */
  url: string;
  /** Which of them leads; undefined where none does. */
  leader(): number | undefined;
  /** Cuts its connections, as if it were killed. */
  kill(node: number): Promise<void>;
  restart(node: number): Promise<void>;
  /** Keeps its connections and answers nothing until it is thawed. */
  freeze(node: number): void;
  thaw(node: number): void;
  /** The leader gives up its role; another node takes over. */
  resign(): Promise<void>;
  /** Loses the answers of the next `count` appends; the events are kept. */
  loseAnswers(count: number): void;
  /** Silences the current subscriptions without ending them. */
  hush(): void;
  stop(): Promise<void>;
};

const MiB = 1024 * 1024;

/** Faults that affect all nodes: lost answers, silent subscriptions. */
function createMishaps() {
  let losing = 0;
  let hushes = 0;
  return {
    loseAnswers: (count: number) => {
      losing = count;
    },
    hush: () => {
      hushes += 1;
    },
    lose: () => losing > 0 && losing-- > 0,
    hushed: () => {
      const before = hushes;
      return () => hushes > before;
    },
  };
}

type Parts = Pick<NodeOptions, 'table' | 'maxAppendSize' | 'writeTimeoutMs' | 'certificate' | 'users'> & {
  places: Place[];
  election: Election;
  mishaps: ReturnType<typeof createMishaps>;
};

async function begin({ places, election, mishaps: { lose, hushed }, ...given }: Parts, at: number) {
  const place = places[at];
  if (!place || place.node) return;
  place.node = await startNode({
    ...{ ...given, port: place.port, lose, hushed },
    standing: () => election.standingOf(at),
    members: election.members,
    thawed: async () => place.frozen?.promise,
  });
  place.port = place.node.port;
}

/** Faults of a single node. */
function createHand(parts: Parts): Pick<LogCluster, 'kill' | 'restart' | 'freeze' | 'thaw'> {
  const { places, election } = parts;
  const set = (at: number, change: (place: Place) => void) => {
    const place = places[at];
    if (place) change(place);
    return election.changed();
  };
  return {
    kill: at =>
      set(at, place => {
        place.node?.kill();
        place.node = undefined;
      }),
    restart: async at => {
      await begin(parts, at);
      await election.changed();
    },
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

const portAt = (port: number | readonly number[], at: number): number => {
  if (typeof port !== 'number') return port[at] ?? 0;
  return port === 0 ? 0 : port + at;
};

/** @throws Error if EventStoreDB 23.10 would not start with these settings */
function refuse(settings: Record<string, number>): void {
  const environment = Object.entries(settings).map(([name, value]) => [`EVENTSTORE_${name}`, String(value)]);
  const like = versions.eventStoreDb.filter(({ name }) => name === 'EventStoreDB 23.10');
  const refused = refusedBy(like, Object.fromEntries(environment));
  if (refused.length > 0) throw new Error(refused.join('\n'));
}

export async function startLogCluster(options: LogOptions = {}): Promise<LogCluster> {
  const { file = ':memory:', port = 0, seed = 1, nodes = 1, electionMs = 1_000 } = options;
  const { maxAppendSize = MiB, writeTimeoutMs = 2_000, tls, certified } = options;
  refuse({ CLUSTER_SIZE: nodes, MAX_APPEND_SIZE: maxAppendSize, WRITE_TIMEOUT_MS: writeTimeoutMs });
  const table = openTable({ file, encode: bytesOf, seed });
  const places: Place[] = Array.from({ length: nodes }, (_, i) => ({
    ...{ id: crypto.randomUUID(), port: portAt(port, i), node: undefined, frozen: undefined },
  }));
  const certificate = tls === undefined ? undefined : await certificateIn(tls, certified);
  const election = createElection(places, electionMs);
  const mishaps = createMishaps();
  // A copy: users made at run time are shared by all nodes and stay out of the caller's object.
  const users = options.users && structuredClone(options.users);
  const parts = { table, places, election, mishaps, maxAppendSize, writeTimeoutMs, certificate, users };
  for (const at of places.keys()) await begin(parts, at);
  election.begin();
  const ports = places.map(place => place.port);
  const { leader, resign } = election;
  const { loseAnswers, hush } = mishaps;
  return {
    ...{ ports, leader, resign, loseAnswers, hush, ...createHand(parts) },
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
