/** Audit trail of downloads of original models, in a stream of its own, never the case's. */
import { type DataAccessEvent, dataAccessStreamOf } from '#events/person/events.ts';
import type { Viewer } from '#events/person/position.ts';
import { recordOf } from '#events/streams.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import type { TakeRateToken } from '../concurrency/rate-limit.ts';
import type { EventReader, EventStore } from '../eventstore/port.ts';
import type { FinishedUpload } from './upload-record.ts';

/**
 * `acts` counts each record as a change, so that endless requests for parts of a file cannot fill the log.
 */
export type ModelExportDeps = {
  store: Pick<EventStore, 'append'>;
  clock: Clock;
  ids: Ids;
  acts: TakeRateToken;
};

/**
 * Records that a person downloads an original. @throws Refusal tooMany, or an error if the log is
 * unavailable; then nothing may be served
 */
export type RecordModelExport = (
  viewer: Viewer,
  file: Pick<FinishedUpload, 'id' | 'caseId' | 'kind' | 'slot'> & {
    finished: Pick<FinishedUpload['finished'], 'sha256'>;
  },
) => Promise<void>;

export const createModelExportRecorder =
  ({ store, clock, ids, acts }: ModelExportDeps): RecordModelExport =>
  async (viewer, { id, caseId, kind, slot, finished }) => {
    if (kind !== 'stl' || caseId === null) return;
    acts(viewer.id);
    const exported: DataAccessEvent = {
      type: 'ModelExported',
      data: { caseId, fileId: id, slot, sha256: finished.sha256 },
    };
    const { type, data } = exported;
    const stamp = { id: ids.uuid(), at: isoNow(clock), by: viewer.id };
    await store.append(dataAccessStreamOf(caseId), 'any', [{ type, data, ...stamp }]);
  };

/** One recorded download of an original model. */
export type ModelExport = { id: string; at: string; by: string; fileId: string; slot: string | null };

/** Reads the downloads of a case's models, newest first. */
export async function readModelExports(
  store: Pick<EventReader, 'read'>,
  caseId: string,
  limit: number,
): Promise<ModelExport[]> {
  const found: ModelExport[] = [];
  for await (const event of store.read(dataAccessStreamOf(caseId), { direction: 'backwards', limit })) {
    if (event.type !== 'ModelExported') continue;
    const { id, at, by, type, data } = recordOf('access', event);
    if (type === 'ModelExported') found.push({ id, at, by, fileId: data.fileId, slot: data.slot });
  }
  return found;
}
