/**
 * Says which months have a file, and from where in the log the rest is folded. Writing it commits the months: a file
 * that it does not name is written again.
 */
import * as z from 'zod/mini';
import type { DurableFolder } from './durable-folder.ts';

/** Version of the files. Files of another one are built again. */
const FORMAT = 2;
const NAME = 'track.json';

const misdated = z.object({ count: z.number(), mostMs: z.number() });
const manifest = z.object({
  format: z.literal(FORMAT),
  /** The last month that has files. */
  through: z.string(),
  /** Position and clock of the last event in them. */
  position: z.string(),
  clock: z.number(),
  /** By organisation: clock of its first event, SHA-256 of each month's file, and its events so far whose own time differs from the clock. */
  organisations: z.record(
    z.string(),
    z.object({
      first: z.number(),
      months: z.record(z.string(), z.string()),
      dated: z.object({ late: misdated, ahead: misdated }),
    }),
  ),
});
export type TrackManifest = Omit<z.infer<typeof manifest>, 'format'>;

/** Name of a month's file in the folder. */
export const trackFileName = (orgId: string, month: string): string =>
  `${encodeURIComponent(orgId)}/track-${month}.gz`;

/** Returns the manifest; undefined if there is none that this version can use. */
export async function readTrackManifest(folder: DurableFolder): Promise<TrackManifest | undefined> {
  const bytes = await folder.read(NAME);
  if (!bytes) return undefined;
  try {
    const read = manifest.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

export const writeTrackManifest = (folder: DurableFolder, content: TrackManifest): Promise<void> =>
  folder.write(NAME, new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...content })));

export const removeTrackManifest = (folder: DurableFolder): Promise<void> => folder.remove(NAME);
