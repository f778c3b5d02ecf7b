/** The files of an organisation's tables, for notebooks: the segments of a table, and the whole table as one file. */
import { join } from 'node:path';
import { Refusal } from '#events/errors.ts';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import { createEmptyManifest, type Manifest, readKeptManifests, readManifest } from './manifest.ts';
import type { Segment } from './segments.ts';
import type { TableStore } from './table-files.ts';
import type { TableName } from './tables.ts';
import type { StoredTableFile, WholeTables } from './whole-tables.ts';

type SegmentList = {
  /** Position and clock (ms) of the last event in the tables; null for empty tables. */
  last: { position: LogPosition; clock: number } | null;
  segments: readonly Segment[];
};

export type TableDownloads = Pick<WholeTables, 'file' | 'forget'> & {
  /** The segments of a table, its tail last. */
  list(orgId: string, table: TableName): Promise<SegmentList>;
  /** A segment of a table; undefined for a name that no manifest of the last 55 seconds has. */
  segment(orgId: string, table: TableName, name: string): Promise<StoredTableFile | undefined>;
};

const absent = () => Promise.reject(new Refusal('analysisAbsent'));
/** For a server without tables. */
export const absentTableDownloads: TableDownloads = {
  list: absent,
  segment: absent,
  file: absent,
  forget: () => undefined,
};

const segmentsIn = ({ tables, tails }: Manifest, table: TableName): Segment[] => {
  const tail = tails[table];
  return [...tables[table], ...(tail ? [tail] : [])];
};

export function createTableDownloads(
  tableStore: TableStore,
  logId: string,
  whole: WholeTables,
): TableDownloads {
  const newest = async (orgId: string) =>
    (await readManifest(tableStore.organisation(orgId), logId)) ?? createEmptyManifest(logId, orgId);
  return {
    ...whole,
    list: async (orgId, table) => {
      const manifest = await newest(orgId);
      const last = manifest.last && { ...manifest.last, position: toLogPosition(manifest.last.position) };
      return { last, segments: segmentsIn(manifest, table) };
    },
    segment: async (orgId, table, name) => {
      const files = tableStore.organisation(orgId);
      // Replaced segments of facts may hold those of a patient who was erased since.
      const manifests =
        table === 'case_facts' ? [await newest(orgId)] : await readKeptManifests(files, logId);
      const segments = manifests.flatMap(manifest => segmentsIn(manifest, table));
      const found = segments.find(({ file }) => file === name);
      if (!found || !(await files.fetch(found))) return undefined;
      return { path: join(files.dir, found.file), bytes: found.bytes, sha256: found.sha256 };
    },
  };
}
