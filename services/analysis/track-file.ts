/** The file of a month: the track's bytes, gzipped. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import {
  type CaseAtMoment,
  GONE,
  NOBODY,
  openTrack,
  type Track,
  writeTrack,
} from '#events/analysis/track.ts';
import type { DurableFolder } from './durable-folder.ts';
import type { TrackedCases, TrackMonth } from './organisation-track.ts';

/** Thrown if a file is missing or is not the one that the manifest names. */
export class TrackFileDamagedError extends Error {
  constructor(name: string) {
    super(`${name} is missing or damaged`);
    this.name = 'TrackFileDamagedError';
  }
}

/** `zipped`: gzipped track. `hash`: SHA-256 of it, in base64url. */
export type TrackFile = { zipped: Uint8Array; hash: string };

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

/** Makes the file of a month. Compressing runs outside the server's own thread. */
export async function makeTrackFile({ start, moves, assignments }: TrackMonth): Promise<TrackFile> {
  const zipped = await compress(writeTrack(start, moves, assignments), {
    level: constants.Z_BEST_COMPRESSION,
  });
  return { zipped, hash: hashOf(zipped) };
}

/** Reads a month's file. @throws TrackFileDamagedError */
export async function readTrackFile(folder: DurableFolder, name: string, hash: string): Promise<TrackFile> {
  const zipped = await folder.read(name);
  if (!zipped || hashOf(zipped) !== hash) throw new TrackFileDamagedError(name);
  return { zipped, hash };
}

export const unzipTrack = async ({ zipped }: Pick<TrackFile, 'zipped'>): Promise<Uint8Array> =>
  decompress(zipped);

/** Opens a file. @throws UnreadableTrackError */
export const openTrackFile = async (file: TrackFile): Promise<Track> => openTrack(await unzipTrack(file));

/** Returns the state of all cases at the end of a track. */
export function casesAtEnd(track: Track): TrackedCases {
  const [statuses, since, people] = [
    track.statusesAt(track.to),
    track.sinceAt(track.to),
    track.assigneesAt(track.to),
  ];
  const cases = new Map<string, CaseAtMoment>();
  for (const [i, id] of track.caseIds.entries()) {
    const status = statuses[i] ?? GONE;
    if (status === GONE) continue;
    const person = track.people[people[i] ?? NOBODY] ?? null;
    cases.set(id, { id, status, since: since[i] ?? track.from, person });
  }
  return { cases, position: BigInt(track.position) };
}
