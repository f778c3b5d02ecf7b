/** A wire to whichever node leads: found again where that one goes, by one look for all who ask meanwhile. */
import { type Cluster, findLeader } from './leader.ts';
import { passes } from './passing.ts';
import type { Incoming, Wire } from './wire.ts';

const LOOK_MS = 2_000;

/** @param connect to one node */
export function followLeader(cluster: Cluster, connect: (connectionString: string) => Wire): Wire {
  let leading: Promise<Wire> | undefined;
  let closed = false;
  const lead = (): Promise<Wire> => {
    if (leading) return leading;
    const found = findLeader(cluster, LOOK_MS).then(address => connect(cluster.to(address)));
    leading = found;
    // Whoever asks next looks anew.
    found.catch(() => {
      if (leading === found) leading = undefined;
    });
    return found;
  };
  /** Trap: a client whose connection broke is not used again: its appends might never recover. */
  const leave = (wire: Promise<Wire>, error: unknown) => {
    if (closed || leading !== wire || !passes(error)) return;
    leading = undefined;
    void wire.then(old => old.close()).catch(() => undefined);
  };
  const opened = (open: (wire: Wire) => Incoming | Promise<Incoming>) => async () => {
    const wire = lead();
    const incoming = await open(await wire);
    incoming.events.once('error', (error: unknown) => leave(wire, error));
    return incoming;
  };
  return {
    append: async (...asked) => {
      const wire = lead();
      try {
        return await (await wire).append(...asked);
      } catch (error) {
        leave(wire, error);
        throw error;
      }
    },
    stream: (...asked) => opened(wire => wire.stream(...asked))(),
    all: (...asked) => opened(wire => wire.all(...asked))(),
    subscribe: (...asked) => opened(wire => wire.subscribe(...asked))(),
    close: async () => {
      closed = true;
      await (await leading?.catch(() => undefined))?.close();
    },
  };
}
