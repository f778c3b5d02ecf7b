/** Ends a client completely. The client's own `dispose` leaves the connection open. */
import type { EventStoreDBClient } from '@eventstore/db-client';
import { NoLeaderError } from './leader.ts';

/** Private members of EventStoreDB's client. */
type Inner = {
  GRPCStreamCreator: unknown;
  getChannel(): Promise<{ close(): void }>;
};

const END_MS = 500;

/**
 * Ends a client. Trap: a disposed client keeps its connection, and a waiting call may open another stream on it. If
 * that is an append stream and fails, the client library rejects the appends of every client in the process, and their
 * late answers end the process.
 */
export async function endClient(client: EventStoreDBClient): Promise<void> {
  // Cast: private members as of version 6.2.1, which is pinned.
  const inner = client as unknown as Inner;
  inner.GRPCStreamCreator = () => () => Promise.reject(new NoLeaderError());
  const disposed = client.dispose();
  const channel = await inner.getChannel().catch(() => undefined);
  // An abandoned call can block `dispose` for ever. Closing the connection ends that call.
  await Promise.race([disposed, new Promise(resolve => setTimeout(resolve, END_MS).unref())]);
  channel?.close();
  await client.dispose();
}
