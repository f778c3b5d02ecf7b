/** A file of a case in events and state. Its bytes are stored under their SHA-256. */
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
  /** Type by the bytes, never by the file name. */
  mime: z.string(),
});

export type CaseFileFacts = z.infer<typeof caseFile>;
/** With its name, which may hold a patient's and is sealed. */
export type CaseFile = CaseFileFacts & { name: string; by: string; at: string };

/** Names of files, by id: the personal part of an event that brings files. */
export const fileNames = z.object({ names: z.record(z.string(), z.string()) });

/** The new slot of a moved file. */
export const place = z.object({ fileId: z.string(), slot: z.enum(slotNames) });

const kinds = Object.keys(slots) as (keyof typeof slots)[];

/** The kind of file that stands in a slot: no slot is of two. */
export const kindOfSlot = (slot: Slot): FileKind => {
  const is = (kind: keyof typeof slots) => (slots[kind] as readonly Slot[]).includes(slot);
  return kinds.find(is) ?? 'other';
};

/** Returns the slots to which a kind may be moved. Photos and radiographs are often confused, so they share theirs. */
export const reachOf = (kind: FileKind): readonly Slot[] => {
  if (kind === 'photo' || kind === 'radiograph') return [...slots.photo, ...slots.radiograph];
  return kind === 'stl' ? slots.stl : [];
};

/** Applies moves to files; a moved file takes the kind of its new slot. */
export const inPlaces = <F extends Pick<CaseFileFacts, 'id' | 'slot' | 'kind'>>(
  files: readonly F[],
  places: readonly z.infer<typeof place>[],
): F[] =>
  files.map(f => {
    const slot = places.find(p => p.fileId === f.id)?.slot;
    return slot === undefined ? f : { ...f, slot, kind: kindOfSlot(slot) };
  });
