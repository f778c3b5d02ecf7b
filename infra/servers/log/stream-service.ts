/** EventStoreDB's streams service on one node: access checks, and the answers that the node's role allows. */
import type { EventEmitter } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleClientStreamingCall, type Metadata, type ServerUnaryCall, status } from '@grpc/grpc-js';
import type { LogAccessControl } from './access.ts';
import { ALL_STREAM } from './acl.ts';
import { type BatchAppendCall, serveBatchAppends } from './appends.ts';
import {
  type CallError,
  createCancelledError,
  createConnectionDroppedError,
  createNotLeaderError,
} from './call-errors.ts';
import { answerClassicAppend } from './classic-append.ts';
import type { WriteOutcome } from './event-table.ts';
import type { NodeOptions, NodeRole } from './node.ts';
import { answerRead, type ReadCall } from './reads.ts';
import { createRemovalHandlers } from './removals.ts';
import { parseReadRequest } from './requests.ts';
import { createNodeWriter, type WriteAppend } from './writes.ts';

type Call = Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'cancelled' | 'getDeadline'>;

/** Whether the caller has cancelled, or its deadline has passed. */
const isOver = (call: Call) => call.cancelled || Number(call.getDeadline()) <= Date.now();
const needsLeader = (metadata: Metadata) => metadata.get('requires-leader').includes('true');

/**
 * Returns the error of a read that requires the leader, on a follower. Trap: a node without a leader answers
 * such a read from its own events.
 */
function elsewhere(metadata: Metadata, standing: NodeRole): CallError | undefined {
  return needsLeader(metadata) && standing.role === 'follows'
    ? createNotLeaderError(standing.leader)
    : undefined;
}

type ClassicReq = InstanceType<typeof streams.AppendReq>;
type ClassicResp = InstanceType<typeof streams.AppendResp>;

/** Open calls, each with the function that ends it when the node stops. */
function createOpenCalls() {
  const open = new Map<EventEmitter, () => void>();
  return {
    /** Registers a call. @returns a signal that is aborted when the caller has disconnected */
    opened: (
      call: EventEmitter,
      end: () => void = () => call.emit('error', createCancelledError()),
    ): AbortSignal => {
      const gone = new AbortController();
      const leave = () => {
        open.delete(call);
        gone.abort();
      };
      for (const event of ['cancelled', 'close', 'error'] as const) call.on(event, leave);
      open.set(call, end);
      return gone.signal;
    },
    endAll: () => {
      for (const end of [...open.values()]) end();
    },
  };
}

/** Returns the handlers of the service, and a function that ends every open call. */
export function createStreamService(options: NodeOptions, access: LogAccessControl) {
  const { table, log, standing, thawed, majority, lose, hushed, over, ...limits } = options;
  const { maxAppendSize, writeTimeoutMs, now } = limits;
  const writes = createNodeWriter({ standing, thawed, majority, commitTimeoutMs: writeTimeoutMs });
  const write = (call: Call, commit: () => Promise<WriteOutcome>, foresee?: () => WriteOutcome | undefined) =>
    writes({ needsLeader: needsLeader(call.metadata), isOver: () => isOver(call), foresee, commit });
  const writeBy =
    (call: Call): WriteAppend =>
    (...asked) =>
      write(
        call,
        () => table.append(...asked),
        () => table.foresee(...asked),
      );
  const refusedWrite = ({ metadata }: Call, stream: string) =>
    access.refuses(metadata, { action: 'write', stream });
  const refusedDelete = ({ metadata }: Call, stream: string) =>
    access.refuses(metadata, { action: 'delete', stream });

  const { opened, endAll } = createOpenCalls();
  const read = async (call: ReadCall) => {
    const reading = { log, call, gone: opened(call), hushed: hushed(), over: over() };
    await thawed();
    if (reading.gone.aborted) return;
    const { stream = ALL_STREAM } = parseReadRequest(call.request);
    const denial = access.refuses(call.metadata, { action: 'read', stream });
    const refusal = denial ?? elsewhere(call.metadata, standing());
    if (refusal) call.emit('error', refusal);
    else await answerRead(reading);
  };
  const batchAppend = (call: BatchAppendCall) => {
    const rejection = access.rejects(call.metadata);
    if (rejection?.code === status.UNAUTHENTICATED) return void call.emit('error', rejection);
    opened(call);
    serveBatchAppends({
      call,
      lose,
      thawed,
      maxAppendSize,
      writeTimeoutMs,
      now,
      denied: stream => refusedWrite(call, stream) !== undefined,
      write: writeBy(call),
    });
  };
  const append: handleClientStreamingCall<ClassicReq, ClassicResp> = (call, answer) => {
    const refused = (stream: string) => refusedWrite(call, stream);
    let answered = false;
    const answerOnce: typeof answer = (...given) => {
      if (!answered) answer(...given);
      answered = true;
    };
    opened(call, () => answerOnce(createConnectionDroppedError()));
    answerClassicAppend({ call, maxAppendSize, refused, write: writeBy(call) }, answerOnce);
  };
  return {
    handlers: {
      read: (call: ReadCall) => void read(call),
      batchAppend,
      append,
      ...createRemovalHandlers({ table, refused: refusedDelete, write }),
    },
    cancelAll: endAll,
  };
}
