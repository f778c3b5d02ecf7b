/**
 * The batch append call: one stream carries all appends of a client, in several messages each, answered in
 * any order.
 */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { type AppendAnswer, encodeAppendAnswer, type PendingAppend } from './answers.ts';
import { createNotLeaderError } from './call-errors.ts';
import type { ProposedEvent } from './records.ts';
import { type AppendPart, parseAppendPart } from './requests.ts';
import type { WriteAppend } from './writes.ts';

export type BatchAppendCall = ServerDuplexStream<
  InstanceType<typeof streams.BatchAppendReq>,
  InstanceType<typeof streams.BatchAppendResp>
>;

export type BatchAppendOptions = {
  call: BatchAppendCall;
  /** Maximum total bytes of data in one append. */
  maxAppendSize: number;
  /** Maximum time in ms until the last message of an append. */
  writeTimeoutMs: number;
  /** Whether to drop this answer. */
  lose: () => boolean;
  /** Resolves when the node is not frozen. */
  thawed: () => Promise<void>;
  write: WriteAppend;
  /** Whether the caller may not write to the stream. Such appends are refused. */
  denied: (stream: string) => boolean;
  now?: () => number;
};

type Begun = PendingAppend & { events: ProposedEvent[]; bytes: number; until: number };

/** Trap: EventStoreDB counts neither metadata nor the type. */
const bytesIn = (events: readonly ProposedEvent[]) => events.reduce((sum, { data }) => sum + data.length, 0);

/** Serves a client's batch append call: collects each append's messages, writes it, and answers. */
export function serveBatchAppends(appending: BatchAppendOptions): void {
  const { call, maxAppendSize, writeTimeoutMs, lose, thawed, write, denied, now = Date.now } = appending;
  const begun = new Map<string, Begun>();
  const answer = (append: PendingAppend, said: AppendAnswer) => {
    if (!lose() && !call.cancelled) call.write(encodeAppendAnswer(append, said));
  };
  const begin = ({ correlation, options }: AppendPart): Begun | undefined => {
    if (!options) return begun.get(correlation);
    const { stream, expected, deadline } = options;
    const append = { correlation, stream, expected };
    const isDenied = denied(append.stream);
    if (isDenied || deadline <= now()) {
      answer(append, isDenied ? 'denied' : 'late');
      return undefined;
    }
    const until = Math.min(deadline, now() + writeTimeoutMs);
    const fresh = { ...append, events: [], bytes: 0, until };
    begun.set(correlation, fresh);
    return fresh;
  };
  /** Trap: EventStoreDB answers an append with an invalid event twice: at once, and again at its timeout. */
  const giveUpLater = (append: Begun) => {
    const late = setTimeout(() => {
      if (begun.delete(append.correlation)) answer(append, 'late');
    }, append.until - now());
    late.unref();
  };
  const commit = async (append: Begun) => {
    const { stream, expected, events } = append;
    const outcome = await write(stream, expected, events);
    // Trap: an answer that names another leader ends the call, and with it all its appends.
    if (typeof outcome !== 'string' && 'leader' in outcome)
      call.emit('error', createNotLeaderError(outcome.leader));
    else answer(append, outcome);
  };
  const take = (append: Begun, { events, last }: AppendPart) => {
    if (!events) {
      answer(append, { bad: 'An event has no id, or no type.' });
      giveUpLater(append);
      return;
    }
    append.events.push(...events);
    append.bytes += bytesIn(events);
    if (append.bytes > maxAppendSize) {
      begun.delete(append.correlation);
      answer(append, { most: maxAppendSize });
    } else if (last) {
      begun.delete(append.correlation);
      void commit(append);
    }
  };
  const receive = async (part: AppendPart) => {
    await thawed();
    const append = begin(part);
    if (append) take(append, part);
  };
  call.on('data', req => void receive(parseAppendPart(req)));
  call.on('error', () => undefined);
  call.on('end', () => call.end());
}
