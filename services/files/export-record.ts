/** The record of whose hands the original models of a case have gone into: its own stream, never the case's. */
import { type AccessEvent, accessStream } from '#events/person/events.ts';
import type { Viewer } from '#events/person/position.ts';
import { recordOf } from '#events/streams.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import type { Pace } from '../concurrency/rate-limit.ts';
import type { EventReader, EventStore } from '../eventstore/port.ts';
import type { FinishedUpload } from './upload-record.ts';

/** `acts`: each record counts as a change, or parts of one file asked for without end fill the log. */
export type ExportDeps = { store: Pick<EventStore, 'append'>; clock: Clock; ids: Ids; acts: Pace };

/** Records that a person is given bytes of an original. @throws Refusal tooMany; where the log cannot take it: then nothing is given */
export type RecordExport = (
  viewer: Viewer,
  file: Pick<FinishedUpload, 'id' | 'caseId' | 'kind' | 'slot'> & {
    finished: Pick<FinishedUpload['finished'], 'sha256'>;
  },
) => Promise<void>;

export const createExportRecord =
  ({ store, clock, ids, acts }: ExportDeps): RecordExport =>
  async (viewer, { id, caseId, kind, slot, finished }) => {
    if (kind !== 'stl' || caseId === null) return;
    acts(viewer.id);
    const exported: AccessEvent = {
      type: 'ModelExported',
      data: { caseId, fileId: id, slot, sha256: finished.sha256 },
    };
    const { type, data } = exported;
    const stamp = { id: ids.uuid(), v: 1, at: isoNow(clock), by: viewer.id };
    await store.append(accessStream(caseId), 'any', [{ type, data, ...stamp }]);
  };

/** Of one export. */
export type Exported = { id: string; at: string; by: string; fileId: string; slot: string | null };

/** The newest first. */
export async function readExports(
  store: Pick<EventReader, 'read'>,
  caseId: string,
  limit: number,
): Promise<Exported[]> {
  const found: Exported[] = [];
  for await (const event of store.read(accessStream(caseId), { direction: 'backwards', limit })) {
    if (event.type !== 'ModelExported') continue;
    const { id, at, by, type, data } = recordOf('access', event);
    if (type === 'ModelExported') found.push({ id, at, by, fileId: data.fileId, slot: data.slot });
  }
  return found;
}
