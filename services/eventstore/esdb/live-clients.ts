/**
 * Clients for endless calls. Trap: a connection carries a hundred parallel calls, and a further call hangs silently.
 * So subscriptions have connections of their own, as few as possible, and reads never wait for subscriptions.
 */
import type { EventStoreDBClient } from '@eventstore/db-client';
import { endClient } from './ended-client.ts';

const MOST_CALLS = 64;

type Shared = { client: EventStoreDBClient; calls: number };

/** @param open opens the n-th client, with its own connection */
export function createLiveClients(open: (n: number) => EventStoreDBClient) {
  const clients = new Set<Shared>();
  let opened = 0;
  return {
    /** Reserves a slot on a connection. `leave` releases it, once. */
    take: () => {
      const shared = [...clients].find(({ calls }) => calls < MOST_CALLS) ?? {
        client: open(++opened),
        calls: 0,
      };
      clients.add(shared);
      shared.calls++;
      let isCounted = true;
      const leave = () => {
        if (isCounted) shared.calls--;
        isCounted = false;
        if (shared.calls > 0 || !clients.delete(shared)) return;
        void endClient(shared.client);
      };
      return { client: shared.client, leave };
    },
    close: () => Promise.all([...clients].map(({ client }) => endClient(client))),
  };
}
