/**
 * Finds the uploads that the log names. Does not rely on the marks in their records, because a server may have stopped
 * before it set them.
 */
import { caseStreamOf } from '#events/case/stream.ts';
import type { EventReader } from '#services/eventstore/port.ts';
import { fileIdsOfEvent } from './files-in-events.ts';
import type { FinishedUpload } from './upload-record.ts';

export type UploadsInUseDeps = {
  store: Pick<EventReader, 'read'>;
  /** Returns true if a file was sent in a conversation. */
  isSaid: (fileId: string) => boolean;
};

/** Returns the ids that a case's history or a conversation names. Reads each case's stream once. */
export type FindUploadsInUse = (uploads: readonly FinishedUpload[]) => Promise<Set<string>>;

export function createUploadsInUse({ store, isSaid }: UploadsInUseDeps): FindUploadsInUse {
  return async uploads => {
    const used = new Set<string>();
    for (const [caseId, some] of Map.groupBy(uploads, r => r.caseId)) {
      const ids = new Set(some.map(({ id }) => id));
      if (caseId === null) for (const id of ids) if (isSaid(id)) used.add(id);
      if (caseId !== null)
        for await (const event of store.read(caseStreamOf(caseId)))
          for (const id of fileIdsOfEvent(event)) if (ids.has(id)) used.add(id);
    }
    return used;
  };
}
