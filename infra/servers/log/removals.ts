/** Deletes streams: softly (hidden until the next append) or for good. */
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { removedAt } from './answers.ts';
import { streamDeleted, wrongRevision } from './refusals.ts';
import { removalOf } from './requests.ts';
import type { Table } from './table.ts';

type Way<Req, Resp> = handleUnaryCall<InstanceType<new () => Req>, Resp>;
type Deleting = InstanceType<typeof streams.DeleteReq>;
type Tombstoning = InstanceType<typeof streams.TombstoneReq>;

async function remove<Resp>(
  table: Table,
  request: Deleting | Tombstoning,
  how: 'soft' | 'tombstone',
  answer: sendUnaryData<Resp>,
  made: (position: number) => Resp,
): Promise<void> {
  const { stream, expected } = removalOf(request);
  const outcome = await table.remove(stream, expected, how);
  if (outcome === 'deleted') answer(streamDeleted(stream));
  else if ('actual' in outcome) answer(wrongRevision(stream, expected, outcome.actual));
  else answer(null, made(outcome.position));
}

export function removals(table: Table) {
  const deleting: Way<Deleting, InstanceType<typeof streams.DeleteResp>> = ({ request }, answer) =>
    void remove(table, request, 'soft', answer, at => removedAt(streams.DeleteResp, at));
  const tombstone: Way<Tombstoning, InstanceType<typeof streams.TombstoneResp>> = ({ request }, answer) =>
    void remove(table, request, 'tombstone', answer, at => removedAt(streams.TombstoneResp, at));
  return { delete: deleting, tombstone };
}
