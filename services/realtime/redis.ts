/** The mesh over Redis, by Socket.IO's adapter for its streams. Redis away: nodes do not hear each other until it is back. */
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createClient } from 'redis';
import type { Mesh } from './among.ts';
import type { Word } from './nodes.ts';
import type { Io } from './sockets.ts';

type Log = { info(facts: object, words: string): void; warn(facts: object, words: string): void };

const EVENT = 'word';
const MOST_REST_MS = 2_000;

type Command = (...args: unknown[]) => Promise<unknown>;

/** Commands whose promises the adapter drops. */
const dropped = ['publish', 'subscribe'] as const;

/**
 * Has `client` and its duplicates resolve the commands that the adapter does not await. Trap: the rejection of a
 * dropped promise ends the process, for example when a node stops before Redis has confirmed a subscription.
 */
function withoutRejections<C extends object>(client: C): C {
  // The boundary: the client's type names each command with overloads that no loop can keep.
  const commands = client as Record<(typeof dropped)[number], Command> & { duplicate(): object };
  for (const name of dropped) {
    const send = commands[name].bind(client);
    Object.defineProperty(client, name, {
      value: (...args: unknown[]) => send(...args).catch(() => undefined),
    });
  }
  const duplicate = commands.duplicate.bind(client);
  Object.defineProperty(client, 'duplicate', { value: () => withoutRejections(duplicate()) });
  return client;
}

function connect(url: string, log: Log) {
  const client = withoutRejections(
    createClient({
      url,
      socket: { reconnectStrategy: tries => Math.min(MOST_REST_MS, 50 * 2 ** Math.min(tries, 10)) },
    }),
  );
  // Not known yet: one that is away from the start is told as well.
  let there: boolean | undefined;
  client.on('ready', () => {
    there = true;
    log.info({}, 'Redis is there: nodes hear each other');
  });
  client.on('error', () => {
    if (there !== false) log.warn({}, 'Redis is away: nodes do not hear each other');
    there = false;
  });
  client.connect().catch(() => undefined);
  return client;
}

/**
 * Gives the sockets' server the adapter, and the mesh over it.
 * @param nodeId of this process, told with every word
 */
export function openRedisMesh(io: Io, { url, nodeId, log }: { url: string; nodeId: string; log: Log }): Mesh {
  const client = connect(url, log);
  io.adapter(createAdapter(client));
  // The boundary: words between nodes are not among the messages of pages.
  const nodes = io as unknown as {
    serverSideEmit(event: string, from: string, word: Word): void;
    on(event: string, listener: (from: string, word: Word) => void): void;
  };
  return {
    // What cannot be told now is not kept for later: a whole word follows.
    tell: word => {
      if (client.isReady) nodes.serverSideEmit(EVENT, nodeId, word);
    },
    onWord: listener => nodes.on(EVENT, listener),
    close: async () => {
      io.of('/').adapter.close();
      // What was told last goes out first.
      await client.close().catch(() => undefined);
    },
  };
}
