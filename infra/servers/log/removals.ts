/** Deletes streams: softly (hidden until the next append) or for good. */
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, Metadata, sendUnaryData } from '@grpc/grpc-js';
import type { Access } from './access.ts';
import { removedAt } from './answers.ts';
import { streamDeleted, wrongRevision } from './refusals.ts';
import { removalOf } from './requests.ts';
import type { Table } from './table.ts';

type Way<Req, Resp> = handleUnaryCall<InstanceType<new () => Req>, Resp>;
type Deleting = InstanceType<typeof streams.DeleteReq>;
type Tombstoning = InstanceType<typeof streams.TombstoneReq>;

type Removing = { table: Table; refuses: Access['refuses'] };

async function remove<Resp>(
  { table, refuses }: Removing,
  { request, metadata }: { request: Deleting | Tombstoning; metadata: Metadata },
  how: 'soft' | 'tombstone',
  answer: sendUnaryData<Resp>,
  made: (position: number) => Resp,
): Promise<void> {
  const { stream, expected } = removalOf(request);
  const refused = refuses(metadata, { action: 'delete', stream });
  if (refused) return answer(refused);
  const outcome = await table.remove(stream, expected, how);
  if (outcome === 'deleted') answer(streamDeleted(stream));
  else if ('actual' in outcome) answer(wrongRevision(stream, expected, outcome.actual));
  else answer(null, made(outcome.position));
}

export function removals(removing: Removing) {
  const deleting: Way<Deleting, InstanceType<typeof streams.DeleteResp>> = (call, answer) =>
    void remove(removing, call, 'soft', answer, at => removedAt(streams.DeleteResp, at));
  const tombstone: Way<Tombstoning, InstanceType<typeof streams.TombstoneResp>> = (call, answer) =>
    void remove(removing, call, 'tombstone', answer, at => removedAt(streams.TombstoneResp, at));
  return { delete: deleting, tombstone };
}
