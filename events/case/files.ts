/** A file of a case in events and state. Its bytes are stored under their SHA-256. */
import * as z from 'zod/mini';
import { type FileKind, fileKinds, type Slot, slots } from './options.ts';

export const slotNames = [...slots.photo, ...slots.radiograph, ...slots.stl] as const;

export const caseFileSchema = z.object({
  id: z.string(),
  kind: z.enum(fileKinds),
  slot: z.nullable(z.enum(slotNames)),
  /** SHA-256, lower-case hex. */
  sha256: z.string(),
  /** Size in bytes. */
  size: z.number(),
  /** Media type, determined from the bytes and never from the file name. */
  mime: z.string(),
});

export type CaseFileFacts = z.infer<typeof caseFileSchema>;
/** A file with its name. The name is sealed, because it may contain the patient's name. */
export type CaseFile = CaseFileFacts & { name: string; by: string; at: string };

/** File names by file id: the personal part of an event with files. */
export const fileNamesSchema = z.object({ names: z.record(z.string(), z.string()) });

/** The new slot of a moved file. */
export const slotMoveSchema = z.object({ fileId: z.string(), slot: z.enum(slotNames) });

const kinds = Object.keys(slots) as (keyof typeof slots)[];

/** Returns the kind of file of a slot. Each slot has exactly one kind. */
export const kindOfSlot = (slot: Slot): FileKind => {
  const is = (kind: keyof typeof slots) => (slots[kind] as readonly Slot[]).includes(slot);
  return kinds.find(is) ?? 'other';
};

/** Returns the slots to which a kind may be moved. Photos and radiographs are often confused, so they share theirs. */
export const movableSlots = (kind: FileKind): readonly Slot[] => {
  if (kind === 'photo' || kind === 'radiograph') return [...slots.photo, ...slots.radiograph];
  return kind === 'stl' ? slots.stl : [];
};

/** Applies moves to files; a moved file takes the kind of its new slot. */
export const applySlotMoves = <F extends Pick<CaseFileFacts, 'id' | 'slot' | 'kind'>>(
  files: readonly F[],
  places: readonly z.infer<typeof slotMoveSchema>[],
): F[] =>
  files.map(f => {
    const slot = places.find(p => p.fileId === f.id)?.slot;
    return slot === undefined ? f : { ...f, slot, kind: kindOfSlot(slot) };
  });
