/**
 * Clients for calls that do not end. One connection carries a hundred calls at once, and a further one hangs without a
 * word: so subscriptions have connections of their own, as few as there is room on, and reads never wait for them.
 */
import type { EventStoreDBClient } from '@eventstore/db-client';
import { endClient } from './ended-client.ts';

const MOST_CALLS = 64;

type Shared = { client: EventStoreDBClient; calls: number };

/** @param open a client with a connection of its own, the n-th */
export function createLiveClients(open: (n: number) => EventStoreDBClient) {
  const clients = new Set<Shared>();
  let opened = 0;
  return {
    /** Takes a place on a connection. `leave` gives it back, once. */
    take: () => {
      const shared = [...clients].find(({ calls }) => calls < MOST_CALLS) ?? {
        client: open(++opened),
        calls: 0,
      };
      clients.add(shared);
      shared.calls++;
      let there = true;
      const leave = () => {
        if (there) shared.calls--;
        there = false;
        if (shared.calls > 0 || !clients.delete(shared)) return;
        void endClient(shared.client);
      };
      return { client: shared.client, leave };
    },
    close: () => Promise.all([...clients].map(({ client }) => endClient(client))),
  };
}
