/**
 * Nodes of the protocol server that share one log, as if all of it were replicated at once: one leads, and where it goes
 * another one does after a pause, as long as most of them are there.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { MOST_OF_A_RECORD } from '../../deploy/log-settings.ts';
import { makeCertificate, type Users } from './access.ts';
import { bytesOf } from './answers.ts';
import { type Address, type Node, type Standing, startNode } from './node.ts';
import { openTable } from './table.ts';

export type LogOptions = {
  /** Where events are kept; default in memory. */
  file?: string;
  /** Of the first node, the others follow; default any free ones. */
  port?: number;
  /** Of the gaps between positions; default 1. */
  seed?: number;
  /** EventStoreDB's `MaxAppendSize`, in bytes; default 1 MiB. */
  maxAppendSize?: number;
  /** Its `WriteTimeoutMs`. */
  writeTimeoutMs?: number;
  /** How many nodes; default one. */
  nodes?: number;
  /** Nobody leads for so long after one went. */
  electionMs?: number;
  /** Folder for a certificate that is made now: with it the nodes speak TLS. */
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
  /** It answers nothing, and its connections stay, until it is thawed. */
  freeze(node: number): void;
  thaw(node: number): void;
  /** Another one is to lead. */
  resign(): Promise<void>;
  /** From now on what is appended is kept, and its answers are lost: the next so many. */
  loseAnswers(count: number): void;
  /** What is subscribed to now falls silent, and does not end. */
  hush(): void;
  stop(): Promise<void>;
};

type Place = {
  id: string;
  port: number;
  node: Node | undefined;
  frozen: PromiseWithResolvers<void> | undefined;
};

const MiB = 1024 * 1024;

export async function startLogCluster(options: LogOptions = {}): Promise<LogCluster> {
  const { file = ':memory:', port = 0, seed = 1, nodes = 1, electionMs = 1_000 } = options;
  const limits = {
    maxAppendSize: options.maxAppendSize ?? MiB,
    writeTimeoutMs: options.writeTimeoutMs ?? 2_000,
  };
  if (limits.maxAppendSize > MOST_OF_A_RECORD)
    throw new Error(`MaxAppendSize exceeded ${MOST_OF_A_RECORD} bytes.`);
  const table = openTable({ file, encode: bytesOf, seed });
  const places: Place[] = Array.from({ length: nodes }, (_, i) => ({
    ...{ id: crypto.randomUUID(), port: port === 0 ? 0 : port + i, node: undefined, frozen: undefined },
  }));
  const certificate =
    options.tls === undefined ? undefined : await makeCertificate(options.tls, options.certified);
  const secure = certificate ? `tls=true&tlsCAFile=${certificate.file}` : 'tls=false';
  let leading: number | undefined;
  let term = 0;
  let losing = 0;
  let hushes = 0;

  const isThere = ({ node, frozen }: Place) => node !== undefined && frozen === undefined;
  const quorum = () => places.filter(isThere).length > nodes / 2;
  const addressOf = (at: number): Address => ({ host: '127.0.0.1', port: places[at]?.port ?? 0 });
  const standingOf = (at: number): Standing => {
    if (leading === undefined) return { role: 'waits' };
    return leading === at ? { role: 'leads' } : { role: 'follows', leader: addressOf(leading) };
  };
  /** After the pause, and where nothing has changed meanwhile, the next one that is there leads. */
  const elect = async (not?: number) => {
    const mine = ++term;
    leading = undefined;
    if (nodes > 1) await rest(electionMs);
    if (mine !== term || !quorum()) return;
    const next = places.findIndex((place, at) => at !== not && isThere(place));
    leading = next < 0 ? undefined : next;
  };
  const lookAgain = async () => {
    const lost = leading === undefined || !isThere(places[leading] as Place) || !quorum();
    if (lost) await elect();
  };
  const begin = async (at: number) => {
    const place = places[at];
    if (!place || place.node) return;
    place.node = await startNode({
      ...{ table, port: place.port, ...limits, certificate, users: options.users },
      standing: () => standingOf(at),
      members: () =>
        places.map((each, i) => ({
          ...{ id: each.id, port: each.port, alive: isThere(each), role: standingOf(i).role },
        })),
      thawed: async () => place.frozen?.promise,
      lose: () => losing > 0 && losing-- > 0,
      hushed: () => {
        const before = hushes;
        return () => hushes > before;
      },
    });
    place.port = place.node.port;
  };
  for (const at of places.keys()) await begin(at);
  leading = 0;

  const set = (at: number, change: (place: Place) => void) => {
    const place = places[at];
    if (place) change(place);
    return lookAgain();
  };
  const ports = places.map(place => place.port);
  return {
    ports,
    url: `esdb://${ports.map(each => `127.0.0.1:${each}`).join(',')}?${secure}&keepAliveInterval=10000`,
    leader: () => leading,
    kill: at =>
      set(at, place => {
        place.node?.kill();
        place.node = undefined;
      }),
    restart: async at => {
      await begin(at);
      await lookAgain();
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
    resign: () => elect(leading),
    loseAnswers: count => {
      losing = count;
    },
    hush: () => {
      hushes += 1;
    },
    stop: async () => {
      term++;
      for (const { node, frozen } of places) {
        frozen?.resolve();
        node?.kill();
      }
      table.close();
    },
  };
}
