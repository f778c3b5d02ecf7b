/** The call that carries all appends of one client. Appends come in parts and are answered in any order. */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { type Answer, type Append, answerTo } from './answers.ts';
import type { Proposed } from './records.ts';
import type { CallError } from './refusals.ts';
import { type Part, partOf } from './requests.ts';
import type { Table } from './table.ts';

export type AppendCall = ServerDuplexStream<
  InstanceType<typeof streams.BatchAppendReq>,
  InstanceType<typeof streams.BatchAppendResp>
>;

export type Appending = {
  table: Table;
  call: AppendCall;
  /** Bytes of data that the events of one append may have together. */
  maxAppendSize: number;
  /** The longest that an append may wait for its commit, in ms. */
  writeTimeoutMs: number;
  /** Whether this answer is lost. */
  lose: () => boolean;
  /** Resolves once the node may answer. */
  thawed: () => Promise<void>;
  /** Why this node does not answer an append to a stream. A call error ends the call, with all appends on it. */
  away: (stream: string) => CallError | 'not-ready' | 'denied' | undefined;
  now?: () => number;
};

type Begun = Append & { events: Proposed[]; bytes: number; until: number };

/** Trap: neither metadata nor the type is counted. */
const bytesIn = (events: readonly Proposed[]) => events.reduce((sum, { data }) => sum + data.length, 0);

export function answerAppends(appending: Appending): void {
  const { table, call, maxAppendSize, writeTimeoutMs, lose, thawed, away, now = Date.now } = appending;
  const begun = new Map<string, Begun>();
  const answer = (append: Append, said: Answer) => {
    if (!lose() && !call.cancelled) call.write(answerTo(append, said));
  };
  const begin = ({ correlation, options }: Part): Begun | undefined => {
    if (!options) return begun.get(correlation);
    const { stream, expected, deadline } = options;
    const append = { correlation, stream, expected };
    if (deadline <= now()) {
      answer(append, 'late');
      return undefined;
    }
    const until = Math.min(deadline, now() + writeTimeoutMs);
    const fresh = { ...append, events: [], bytes: 0, until };
    begun.set(correlation, fresh);
    return fresh;
  };
  /** Trap: EventStoreDB answers an append with a bad event twice: at once, and again at its timeout. */
  const giveUpLater = (append: Begun) => {
    const late = setTimeout(() => {
      if (begun.delete(append.correlation)) answer(append, 'late');
    }, append.until - now());
    late.unref();
  };
  const commit = async (append: Begun) => {
    await thawed();
    const elsewhere = away(append.stream);
    if (typeof elsewhere === 'string') answer(append, elsewhere);
    else if (elsewhere) call.emit('error', elsewhere);
    else answer(append, await table.append(append.stream, append.expected, append.events));
  };
  const take = (append: Begun, { events, last }: Part) => {
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
  call.on('data', req => {
    const part = partOf(req);
    const append = begin(part);
    if (append) take(append, part);
  });
  call.on('error', () => undefined);
  call.on('end', () => call.end());
}
