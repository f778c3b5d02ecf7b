/**
 * Node bus over Redis, with Socket.IO's streams adapter. While Redis is down, nodes do not hear each other.
 */
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createClient } from 'redis';
import type { NodeBus } from './cluster-presence.ts';
import type { PresenceReport } from './remote-presence.ts';
import type { SocketServer } from './sockets.ts';

type Log = { info(facts: object, words: string): void; warn(facts: object, words: string): void };

const EVENT = 'word';
const MOST_REST_MS = 2_000;

type Command = (...args: unknown[]) => Promise<unknown>;
/** The commands whose promises the adapter ignores, and the members with which a command is sent again. */
type SocketClient = Record<'publish' | 'subscribe', Command> & {
  duplicate(): SocketClient;
  once(event: 'ready', listener: () => void): unknown;
};

/**
 * Catches the rejections of commands that the adapter does not await, on `client` and its duplicates. Trap: an
 * unhandled rejection ends the process, for example when a node stops before Redis has confirmed a subscription. A
 * rejected message is lost. A rejected subscription is sent again on the next connection, because the client itself
 * repeats only confirmed ones.
 */
function withoutRejections<C extends object>(client: C): C {
  // Cast: the client's type gives each command overloads that a wrapper cannot keep.
  const commands = client as unknown as SocketClient;
  const publish = commands.publish.bind(client);
  const subscribe = commands.subscribe.bind(client);
  const duplicate = commands.duplicate.bind(client);
  const subscribeUntilConfirmed: Command = (...args) =>
    subscribe(...args).catch(() => {
      commands.once('ready', () => void subscribeUntilConfirmed(...args));
    });
  return Object.assign(client, {
    publish: (...args: unknown[]) => publish(...args).catch(() => undefined),
    subscribe: subscribeUntilConfirmed,
    duplicate: () => withoutRejections(duplicate()),
  });
}

function connect(url: string, log: Log) {
  const client = withoutRejections(
    createClient({
      url,
      socket: { reconnectStrategy: tries => Math.min(MOST_REST_MS, 50 * 2 ** Math.min(tries, 10)) },
    }),
  );
  // Undefined until the first connection or failure, so that an unavailable Redis is logged even at the start.
  let connected: boolean | undefined;
  client.on('ready', () => {
    connected = true;
    log.info({}, 'connected to Redis: presence is shared between nodes');
  });
  client.on('error', () => {
    if (connected !== false) log.warn({}, 'Redis is unreachable: presence is not shared between nodes');
    connected = false;
  });
  client.connect().catch(() => undefined);
  return client;
}

/**
 * Gives the socket server the Redis adapter and returns the node bus over it.
 * @param nodeId id of this process, sent with every report
 */
export function openRedisNodeBus(
  io: SocketServer,
  { url, nodeId, log }: { url: string; nodeId: string; log: Log },
): NodeBus {
  const client = connect(url, log);
  io.adapter(createAdapter(client));
  // Cast: events between nodes are not in the types of the pages' events.
  const nodes = io as unknown as {
    serverSideEmit(event: string, from: string, word: PresenceReport): void;
    on(event: string, listener: (from: string, word: PresenceReport) => void): void;
  };
  return {
    // Drops a report while Redis is down, because the next full report repairs it.
    tell: word => {
      if (client.isReady) nodes.serverSideEmit(EVENT, nodeId, word);
    },
    onReport: listener => nodes.on(EVENT, listener),
    close: async () => {
      io.of('/').adapter.close();
      // Sends pending reports before closing.
      await client.close().catch(() => undefined);
    },
  };
}
