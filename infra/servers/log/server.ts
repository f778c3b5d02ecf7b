/**
 * A server that speaks EventStoreDB's protocol, for tests and for the stack on one machine: the adapter runs over the
 * real client and the real wire where no EventStoreDB is to be had. It is none: what ran over it was not tested on one.
 */
import { parseArgs } from 'node:util';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import {
  type Asked,
  answerTo,
  askedBy,
  bytesOf,
  confirmed,
  notFound,
  type Part,
  partOf,
} from './messages.ts';
import { openTable, type Stored, type Table } from './table.ts';

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

/** Its answers are bytes already. */
type ReadCall = ServerWritableStream<InstanceType<typeof streams.ReadReq>, Uint8Array>;
type AppendCall = ServerDuplexStream<
  InstanceType<typeof streams.BatchAppendReq>,
  InstanceType<typeof streams.BatchAppendResp>
>;

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const { read: readWay, ...otherWays } = streamsGrpc.StreamsService;
const service = { ...otherWays, read: { ...readWay, responseSerialize: asBuffer } };

const PAGE = 256;
/** Of one message; an append of several events may come in many. */
const MOST_BYTES = 17 * 1024 * 1024;

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

/** Resolves once more may be written, or nobody reads any more. */
function drained(call: ReadCall, gone: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      call.off('drain', go);
      gone.removeEventListener('abort', go);
      resolve();
    };
    call.once('drain', go);
    gone.addEventListener('abort', go);
  });
}

/** Where the first page begins, as the table counts. Trap: a read includes its position, a subscription does not. */
function beginning({ from, backwards, live, stream }: Asked): number {
  if (from === 'start') return 0;
  if (from === 'end') return Number.MAX_SAFE_INTEGER;
  return live && stream === undefined && !backwards ? from + 1 : from;
}

/** @param hushed whether it is to say nothing any more */
async function read(table: Table, call: ReadCall, gone: AbortSignal, hushed: () => boolean): Promise<void> {
  const asked = askedBy(call.request);
  const { stream, backwards, live, wanted } = asked;
  let from = beginning(asked);
  let left = asked.limit;
  if (live) call.write(confirmed());
  const next = (last: Stored) =>
    stream === undefined
      ? backwards
        ? last.position
        : last.position + 1
      : last.revision + (backwards ? -1 : 1);
  for (let first = true; left > 0 && !gone.aborted; first = false) {
    const page = table.page({ stream, from, backwards, limit: Math.min(PAGE, left) });
    const last = page.at(-1);
    if (!last || (live && hushed())) {
      if (live) {
        await grown(table, gone);
        continue;
      }
      if (
        first &&
        stream !== undefined &&
        table.page({ stream, from: 0, backwards: false, limit: 1 }).length === 0
      )
        call.write(notFound(stream));
      break;
    }
    for (const event of page) {
      if (gone.aborted) return;
      if (wanted(event) && !call.write(event.answer)) await drained(call, gone);
    }
    left -= page.length;
    from = next(last);
  }
  call.end();
}

function grown(table: Table, gone: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      off();
      gone.removeEventListener('abort', go);
      resolve();
    };
    const off = table.onGrowth(go);
    gone.addEventListener('abort', go);
  });
}

/** @param lose whether this answer is lost */
function append(table: Table, call: AppendCall, lose: () => boolean): void {
  const begun = new Map<string, Part>();
  call.on('data', req => {
    const part = partOf(req);
    const whole = begun.get(part.correlation) ?? part;
    if (whole !== part) whole.events.push(...part.events);
    begun.set(part.correlation, whole);
    if (!part.last || !whole.options) return;
    begun.delete(part.correlation);
    const { stream, expected } = whole.options;
    void table.append(stream, expected, whole.events).then(outcome => {
      if (!lose() && !call.cancelled) call.write(answerTo(part.correlation, stream, outcome));
    });
  });
  call.on('error', () => undefined);
  call.on('end', () => call.end());
}

function goneOf(call: ReadCall): AbortSignal {
  const gone = new AbortController();
  for (const event of ['cancelled', 'close', 'error'] as const) call.on(event, () => gone.abort());
  return gone.signal;
}

/**
 * Listens on this machine alone, without TLS or passwords.
 * @param options.file where events are kept; default in memory
 * @param options.port default any free one
 */
export async function startLogServer(options: { file?: string; port?: number } = {}): Promise<LogServer> {
  const table = openTable(options.file ?? ':memory:', bytesOf);
  const server = new Server({
    'grpc.max_receive_message_length': MOST_BYTES,
    'grpc.max_send_message_length': MOST_BYTES,
  });
  let losing = 0;
  let hushes = 0;
  const since = () => {
    const before = hushes;
    return () => hushes > before;
  };
  const lose = () => losing > 0 && losing-- > 0;
  server.addService(service, {
    read: (call: ReadCall) => void read(table, call, goneOf(call), since()),
    batchAppend: (call: AppendCall) => append(table, call, lose),
  });
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supported });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, ServerCredentials.createInsecure(), (error, bound) =>
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
  const { url } = await startLogServer({ file: values.file, port: Number(values.port ?? 0) });
  console.log(`A protocol server, which is no EventStoreDB, is ready at ${url}`);
}
