/** Reads events of all streams over the client's connection, without the client's costly decoding. */
import { Transform } from 'node:stream';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  type CallOptions,
  type ClientReadableStream,
  Client as GrpcClient,
  type Metadata,
} from '@grpc/grpc-js';
import type { LogPosition } from '#events/log-position.ts';
import { decodeReadAnswer, type ReadAnswer } from './unparsed-event.ts';

/** Forwards, `from` is inclusive; backwards, exclusive. */
export type LogRange = { from: LogPosition | 'start' | 'end'; backwards: boolean; limit: number };

type Call = ClientReadableStream<ReadAnswer>;

/**
 * Protected members of the client. One opens a call on the client's connection, the other adds user and options to the
 * call.
 */
type Inner = {
  GRPCStreamCreator(
    of: typeof GrpcClient,
    name: string,
    open: (client: GrpcClient) => Call,
  ): () => Promise<Call>;
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number }): [Metadata, CallOptions];
};

const { ReadReq } = streams;
const { path, requestSerialize } = streamsGrpc.StreamsService.read;

function startOf(from: LogRange['from']) {
  const start = new ReadReq.Options.AllOptions();
  if (from === 'start') start.setStart(new shared.Empty());
  else if (from === 'end') start.setEnd(new shared.Empty());
  else {
    const position = new ReadReq.Options.Position();
    position.setCommitPosition(String(from));
    position.setPreparePosition(String(from));
    start.setPosition(position);
  }
  return start;
}

function requestFor({ from, backwards, limit }: LogRange) {
  const ids = new ReadReq.Options.UUIDOption();
  ids.setString(new shared.Empty());
  const { FORWARDS, BACKWARDS } = ReadReq.Options.ReadDirection;
  const options = new ReadReq.Options();
  options.setAll(startOf(from));
  options.setReadDirection(backwards ? BACKWARDS : FORWARDS);
  options.setCount(String(Math.min(limit, Number.MAX_SAFE_INTEGER)));
  options.setUuidOption(ids);
  options.setNoFilter(new shared.Empty());
  const request = new ReadReq();
  request.setOptions(options);
  return request;
}

/** @param readAhead maximum number of events that are buffered for a slow reader; the server then waits */
export function readLog(client: EventStoreDBClient, range: LogRange, readAhead: number) {
  // Cast: private members as of version 6.2.1, which is pinned.
  const inner = client as unknown as Inner;
  const request = requestFor(range);
  const call = inner.GRPCStreamCreator(GrpcClient, 'readAll', grpc => {
    const how = inner.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY });
    return grpc.makeServerStreamRequest(path, requestSerialize, decodeReadAnswer, request, ...how);
  })();
  const events = new Transform({
    objectMode: true,
    highWaterMark: readAhead,
    transform: ({ event }: ReadAnswer, _encoding, next) => next(null, event),
  });
  const fail = (error: Error) => events.destroy(convertToCommandError(error));
  call.then(answers => answers.on('error', fail).pipe(events), fail);
  const cancel = async () => {
    const answers = await call;
    // Trap: cancelling in the same turn as an answer may abort the process (grpc-node 1652).
    setImmediate(() => answers.cancel());
  };
  return { events, cancel };
}
