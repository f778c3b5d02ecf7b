/**
 * A connection to the cluster's leader. When the leader fails, one search finds the next one for all callers.
 */

import type { EsdbConnection, OpeningCall, RunningCall } from './connection.ts';
import { type EsdbCluster, findLeader, type NodeAddress, NoLeaderError } from './leader.ts';
import { breaksConnection } from './retryable-errors.ts';

const SEARCH_MS = 2_000;
/** Longest wait for an old client to end, in ms. */
const END_MS = 1_000;

type Led = { address: NodeAddress; wire: EsdbConnection; open: Set<RunningCall<unknown>> };

type Connect = (connectionString: string) => EsdbConnection;

/**
 * The current connection to the leader: shared by all callers, dropped when it breaks, verified when in
 * doubt.
 */
function createLead(cluster: EsdbCluster, connect: Connect) {
  let leading: Promise<Led> | undefined;
  let ending: Promise<unknown> = Promise.resolve();
  let closed = false;

  const search = async (): Promise<Led> => {
    // Trap: an append call that ends rejects the appends of every client in the process.
    await ending;
    const address = await findLeader(cluster, SEARCH_MS);
    return { address, wire: connect(cluster.to(address)), open: new Set() };
  };
  const lead = (): Promise<Led> => {
    if (closed) return Promise.reject(new NoLeaderError());
    if (leading) return leading;
    const found = search();
    leading = found;
    // After a failed search, the next caller searches again.
    found.catch(() => {
      if (leading === found) leading = undefined;
    });
    return found;
  };
  const end = async ({ wire, open }: Led) => {
    // Trap: a read whose client is disposed ends like a read at the log's end.
    for (const { events } of open) events.emit('error', new NoLeaderError());
    await Promise.race([wire.close().catch(() => undefined), timeout(END_MS)]);
  };
  /** Trap: a client with a broken connection must not be reused, because its appends might never recover. */
  const leave = (led: Promise<Led>) => {
    if (closed || leading !== led) return;
    leading = undefined;
    ending = led.then(end, () => undefined);
  };
  let doubting: Promise<void> | undefined;
  const ask = async () => {
    const led = leading;
    if (!led) return;
    const [now, then] = await Promise.all([findLeader(cluster, SEARCH_MS), led]).catch(() => []);
    if (now !== undefined && now !== then?.address) leave(led);
  };
  const doubt = (): Promise<void> => {
    doubting ??= ask().finally(() => {
      doubting = undefined;
    });
    return doubting;
  };
  const close = async () => {
    closed = true;
    await ending;
    const led = await leading?.catch(() => undefined);
    if (led) await Promise.race([led.wire.close(), timeout(END_MS)]);
  };
  return { lead, leave, doubt, close };
}

/** @param connect connects to one node */
export function connectToLeader(cluster: EsdbCluster, connect: Connect): EsdbConnection {
  const { lead, leave, doubt, close } = createLead(cluster, connect);
  const opened = async <Item>(
    ask: (wire: EsdbConnection) => OpeningCall<Item>,
    broken: (led: Promise<Led>) => unknown = leave,
  ): Promise<RunningCall<Item>> => {
    const led = lead();
    const { wire, open } = await led;
    const incoming = await ask(wire);
    open.add(incoming);
    const over = () => open.delete(incoming);
    for (const event of ['end', 'close'] as const) incoming.events.once(event, over);
    incoming.events.once('error', (error: unknown) => {
      over();
      if (breaksConnection(error)) broken(led);
    });
    return {
      events: incoming.events,
      cancel: () => {
        over();
        incoming.cancel();
      },
    };
  };
  return {
    append: async (...asked) => {
      const led = lead();
      const { wire } = await led;
      try {
        return await wire.append(...asked);
      } catch (error) {
        if (breaksConnection(error)) leave(led);
        throw error;
      }
    },
    stream: (...asked) => opened(wire => wire.stream(...asked)),
    all: (...asked) => opened(wire => wire.all(...asked)),
    // Subscriptions have their own connection, so a broken one says nothing about the connection of the
    // appends.
    subscribe: (...asked) => opened(wire => wire.subscribe(...asked), doubt),
    doubt,
    close,
  };
}

const timeout = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms).unref());
