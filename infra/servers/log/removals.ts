/** Deletes streams: softly (hidden until the next append) or permanently. */
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { encodeRemovalAnswer } from './answers.ts';
import { type CallError, createRefusedWriteError, createWrongRevisionError } from './call-errors.ts';
import type { EventTable, WriteOutcome } from './event-table.ts';
import { parseRemoval } from './requests.ts';
import type { WriteRefusal } from './writes.ts';

type DeleteReq = InstanceType<typeof streams.DeleteReq>;
type DeleteResp = InstanceType<typeof streams.DeleteResp>;
type TombstoneReq = InstanceType<typeof streams.TombstoneReq>;
type TombstoneResp = InstanceType<typeof streams.TombstoneResp>;
export type RemovalCall =
  | ServerUnaryCall<DeleteReq, DeleteResp>
  | ServerUnaryCall<TombstoneReq, TombstoneResp>;

export type RemovalOptions = {
  table: EventTable;
  /** Returns the error for a caller who may not delete the stream. */
  refused: (call: RemovalCall, stream: string) => CallError | undefined;
  write: (call: RemovalCall, commit: () => Promise<WriteOutcome>) => Promise<WriteOutcome | WriteRefusal>;
};

async function remove<Resp>(
  { table, refused, write }: RemovalOptions,
  call: RemovalCall,
  how: 'soft' | 'tombstone',
  answer: sendUnaryData<Resp>,
  made: (position: number) => Resp,
): Promise<void> {
  const { stream, expected } = parseRemoval(call.request);
  const denial = refused(call, stream);
  if (denial) return answer(denial);
  const outcome = await write(call, () => table.remove({ stream, expected, how }));
  if (typeof outcome === 'string' || 'leader' in outcome) answer(createRefusedWriteError(stream, outcome));
  else if ('actual' in outcome) answer(createWrongRevisionError(stream, expected, outcome.actual));
  else answer(null, made(outcome.position));
}

export function createRemovalHandlers(removing: RemovalOptions) {
  const deleting: handleUnaryCall<DeleteReq, DeleteResp> = (call, answer) =>
    void remove(removing, call, 'soft', answer, at => encodeRemovalAnswer(streams.DeleteResp, at));
  const tombstone: handleUnaryCall<TombstoneReq, TombstoneResp> = (call, answer) =>
    void remove(removing, call, 'tombstone', answer, at => encodeRemovalAnswer(streams.TombstoneResp, at));
  return { delete: deleting, tombstone };
}
