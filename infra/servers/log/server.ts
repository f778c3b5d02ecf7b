/**
 * A server that speaks EventStoreDB's protocol, for tests and for the stack on one machine: the adapter runs over the
 * real client and the real wire where no EventStoreDB is to be had. It is none: what ran over it was not tested on one.
 */
import { parseArgs } from 'node:util';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js';
import { bytesOf } from './answers.ts';
import { type AppendCall, answerAppends } from './appends.ts';
import { answerRead, type ReadCall } from './reads.ts';
import { removals } from './removals.ts';
import { openTable } from './table.ts';

export type LogServer = {
  port: number;
  /** As the program takes it. */
  url: string;
  /** From now on what is appended is kept, and its answers are lost: the next so many. */
  loseAnswers(count: number): void;
  /** What is subscribed to now falls silent, and does not end. */
  hush(): void;
  /** Cuts every connection and stops listening; what was kept stays in its file. */
  stop(): Promise<void>;
};

export type LogServerOptions = {
  /** Where events are kept; default in memory. */
  file?: string;
  /** Default any free one. */
  port?: number;
  /** Of the gaps between positions; default 1. */
  seed?: number;
  /** EventStoreDB's `MaxAppendSize`, in bytes; default 1 MiB. */
  maxAppendSize?: number;
  /** Its `WriteTimeoutMs`. */
  writeTimeoutMs?: number;
};

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const { read: readWay, ...otherWays } = streamsGrpc.StreamsService;
const service = { ...otherWays, read: { ...readWay, responseSerialize: asBuffer } };

const MiB = 1024 * 1024;
/** Its record has to fit into 16 MiB. */
const MOST_RECEIVED = 16 * MiB - 10_000;
const MOST_SENT = 17 * MiB;
/** Calls that one connection carries at once; the next one waits until one ends. */
const MOST_CALLS = 100;

const supported: handleUnaryCall<unknown, InstanceType<typeof features.SupportedMethods>> = (
  _call,
  answer,
) => {
  const methods = new features.SupportedMethods();
  methods.setEventStoreServerVersion('0.0.0-protocol-server');
  for (const name of ['read', 'batchappend']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    methods.addMethods(method);
  }
  answer(null, methods);
};

function goneOf(call: ReadCall): AbortSignal {
  const gone = new AbortController();
  for (const event of ['cancelled', 'close', 'error'] as const) call.on(event, () => gone.abort());
  return gone.signal;
}

/** Listens on this machine alone, without TLS or passwords. */
export async function startLogServer(options: LogServerOptions = {}): Promise<LogServer> {
  const {
    file = ':memory:',
    port: wish = 0,
    seed = 1,
    maxAppendSize = MiB,
    writeTimeoutMs = 2_000,
  } = options;
  const table = openTable({ file, encode: bytesOf, seed });
  const server = new Server({
    'grpc.max_receive_message_length': MOST_RECEIVED,
    'grpc.max_send_message_length': MOST_SENT,
    'grpc.max_concurrent_streams': MOST_CALLS,
  });
  let losing = 0;
  let hushes = 0;
  const since = () => {
    const before = hushes;
    return () => hushes > before;
  };
  const lose = () => losing > 0 && losing-- > 0;
  server.addService(service, {
    read: (call: ReadCall) => void answerRead({ table, call, gone: goneOf(call), hushed: since() }),
    batchAppend: (call: AppendCall) => answerAppends({ table, call, lose, maxAppendSize, writeTimeoutMs }),
    ...removals(table),
  });
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supported });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${wish}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false&keepAliveInterval=10000`,
    loseAnswers: count => {
      losing = count;
    },
    hush: () => {
      hushes += 1;
    },
    stop: async () => {
      server.forceShutdown();
      table.close();
    },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { file: { type: 'string' }, port: { type: 'string' } } });
  const { url } = await startLogServer({ ...values, port: Number(values.port ?? 0) });
  console.log(`A protocol server, which is no EventStoreDB, is ready at ${url}`);
}
