/** A file of a case as events and state hold it; its bytes are elsewhere, named by their SHA-256. */
import * as z from 'zod/mini';
import { fileKinds, slots } from './options.ts';

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

/** The files, each that was moved in its new slot. */
export const inPlaces = <F extends Pick<CaseFileFacts, 'id' | 'slot'>>(
  files: readonly F[],
  places: readonly z.infer<typeof place>[],
): F[] => files.map(f => ({ ...f, slot: places.find(p => p.fileId === f.id)?.slot ?? f.slot }));
