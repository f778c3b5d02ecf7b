/** Facts of files without bytes. In a simulated year nothing is uploaded. */
import { createHash } from 'node:crypto';
import type { Upload } from '#events/case/action-definition.ts';
import type { FileKind } from '#events/case/options.ts';
import type { FileRequest } from '#events/script/inputs.ts';
import type { Random } from '#events/script/random.ts';
import { lognormalNumber } from './chance.ts';

export type YearFileName = { name: string };

type Kind = { ending: string; mime: string; bytes: number };
const MiB = 1024 * 1024;
const other: Kind = { ending: 'pdf', mime: 'application/pdf', bytes: 0.4 * MiB };
const kinds: Partial<Record<FileKind, Kind>> = {
  photo: { ending: 'jpg', mime: 'image/jpeg', bytes: 2.4 * MiB },
  radiograph: { ending: 'jpg', mime: 'image/jpeg', bytes: 1.6 * MiB },
  stl: { ending: 'stl', mime: 'model/stl', bytes: 18 * MiB },
  plan: { ending: 'zip', mime: 'application/zip', bytes: 9 * MiB },
  archive: { ending: 'zip', mime: 'application/zip', bytes: 30 * MiB },
};

/** Returns a finished upload in the form that the decider reads. */
export function createYearUpload(
  id: string,
  { kind, slot, stages, name }: FileRequest & Partial<YearFileName>,
  random: Random,
): Upload {
  const { ending, mime, bytes } = kinds[kind] ?? other;
  const sha256 = createHash('sha256').update(id).digest('hex');
  const size = Math.round(lognormalNumber(random, bytes, 0.3));
  return {
    id,
    kind,
    slot,
    sha256,
    size,
    mime,
    name: name ?? `${slot ?? kind}.${ending}`,
    ...(stages && { stages }),
  };
}
