/** Helpers around the official client for tests of the protocol server. */
import {
  type AllStreamResolvedEvent,
  EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { afterEach } from 'vitest';

const opened: EventStoreDBClient[] = [];
afterEach(async () => {
  for (const client of opened.splice(0)) await client.dispose();
});

export type LogClient = EventStoreDBClient;

/** Connects a client that is disposed after the test. */
export function connectClient(url: string): LogClient {
  const client = EventStoreDBClient.connectionString(url);
  opened.push(client);
  return client;
}

/** Connects a client to one node, whether it leads or not. */
export const connectToNode = (port: number | undefined): LogClient =>
  connectClient(`esdb://127.0.0.1:${port}?tls=false`);

/** Append options that make the client use the older append call, because they have credentials. */
export const classicAppendOptions = { credentials: { username: 'admin', password: 'changeit' } };

export const createNotedEvent = (id: number) => jsonEvent({ type: 'noted', data: { n: id } });
export const createNotedEvents = (count: number) =>
  Array.from({ length: count }, (_, i) => createNotedEvent(i));

type Resolved = ResolvedEvent | AllStreamResolvedEvent;

export async function collectEvents<E extends Resolved>(events: AsyncIterable<E>): Promise<E[]> {
  const found: E[] = [];
  for await (const event of events) found.push(event);
  return found;
}

/** Reads the numbers of `noted` events. */
export async function readNotedNumbers(events: AsyncIterable<Resolved>): Promise<number[]> {
  const found = await collectEvents(events);
  return found.flatMap(({ event }) => (event?.type === 'noted' ? [(event.data as { n: number }).n] : []));
}
