/** Makes a client ignore the late answer to an append that it has rejected meanwhile. */
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { ClientDuplexStream } from '@grpc/grpc-js';

type AppendCall = ClientDuplexStream<unknown, unknown>;
type AppendStub = { batchAppend(...given: unknown[]): AppendCall };
type OpenStream = (
  service: unknown,
  name: string,
  open: (stub: AppendStub) => AppendCall,
  cache?: unknown,
) => () => Promise<AppendCall>;

/** Private member of EventStoreDB's client. */
type Inner = { GRPCStreamCreator: OpenStream };

type Listener = (answer: unknown) => void;

/** Ignores the error that the client's listener throws for an append that it no longer knows. */
function ignoreUnknownAppends(call: AppendCall): AppendCall {
  // Cast: one of the overloads of `on`, which all do the same.
  const on = call.on.bind(call) as (event: string, listener: Listener) => AppendCall;
  const tolerant =
    (listener: Listener): Listener =>
    answer => {
      try {
        listener(answer);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    };
  return Object.assign(call, {
    on: (event: string, listener: Listener) => on(event, event === 'data' ? tolerant(listener) : listener),
  });
}

/**
 * Trap: all clients of a process share one table of waiting appends. When the append stream of one client fails, the
 * appends of all clients are rejected. If the answer to such an append arrives later, the client does not find the
 * append in the table and throws, which ends the process. The rejected append is retried anyway, and stored once.
 */
export function ignoreLateAppendAnswers(client: EventStoreDBClient): void {
  // Cast: a private member as of version 6.2.1, which is pinned.
  const inner = client as unknown as Inner;
  const openStream = inner.GRPCStreamCreator;
  inner.GRPCStreamCreator = (service, name, open, cache) => {
    if (name !== 'appendToStream') return openStream(service, name, open, cache);
    const guarded = (stub: AppendStub) =>
      open({ batchAppend: (...given) => ignoreUnknownAppends(stub.batchAppend(...given)) });
    return openStream(service, name, guarded, cache);
  };
}
