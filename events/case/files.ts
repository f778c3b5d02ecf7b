/** A file of a case as events and state hold it; its bytes are elsewhere, named by their SHA-256. */
import * as z from 'zod/mini';
import { type FileKind, fileKinds, type Slot, slots } from './options.ts';

export const slotNames = [...slots.photo, ...slots.radiograph, ...slots.stl] as const;

export const caseFile = z.object({
  id: z.string(),
  kind: z.enum(fileKinds),
  slot: z.nullable(z.enum(slotNames)),
  /** Lower-case hex. */
  sha256: z.string(),
  /** Bytes. */
  size: z.number(),
  /** What its bytes are, never what it is called. */
  mime: z.string(),
});

export type CaseFileFacts = z.infer<typeof caseFile>;
/** With its name, which may hold a patient's and is sealed. */
export type CaseFile = CaseFileFacts & { name: string; by: string; at: string };

/** Names of files, by id: the personal part of an event that brings files. */
export const fileNames = z.object({ names: z.record(z.string(), z.string()) });

/** Where a file that was moved stands now. */
export const place = z.object({ fileId: z.string(), slot: z.enum(slotNames) });

const kinds = Object.keys(slots) as (keyof typeof slots)[];

/** The kind of file that stands in a slot: no slot is of two. */
export const kindOfSlot = (slot: Slot): FileKind => {
  const is = (kind: keyof typeof slots) => (slots[kind] as readonly Slot[]).includes(slot);
  return kinds.find(is) ?? 'other';
};

/** Where a file of a kind may be moved: a radiograph among photos, or a photo among radiographs, was a slip. */
export const reachOf = (kind: FileKind): readonly Slot[] => {
  if (kind === 'photo' || kind === 'radiograph') return [...slots.photo, ...slots.radiograph];
  return kind === 'stl' ? slots.stl : [];
};

/** The files, each that was moved in its new slot, and of the kind that stands there. */
export const inPlaces = <F extends Pick<CaseFileFacts, 'id' | 'slot' | 'kind'>>(
  files: readonly F[],
  places: readonly z.infer<typeof place>[],
): F[] =>
  files.map(f => {
    const slot = places.find(p => p.fileId === f.id)?.slot;
    return slot === undefined ? f : { ...f, slot, kind: kindOfSlot(slot) };
  });
