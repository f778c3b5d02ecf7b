/** Checks the uploads named in an action's input: finished, of this case, and of an accepted kind. */
import { badField } from '../errors.ts';
import type { DecisionContext, Upload } from './action-definition.ts';
import type { CaseFileFacts } from './files.ts';
import type { FileKind } from './options.ts';

/** Uploads whose ids are known and whose kinds are allowed. */
export type CheckedUploads = { files: CaseFileFacts[]; names: Record<string, string>; uploads: Upload[] };

/**
 * Refuses two files for one slot, because the case keeps only one file for each slot.
 * @throws Refusal badInput naming the later one
 */
export function refuseRepeatedSlots(field: string, { files }: CheckedUploads): void {
  for (const [i, file] of files.entries())
    if (file.slot !== null && files.slice(0, i).some(f => f.slot === file.slot))
      throw badField(`${field}.${i}`, 'slot-repeated');
}

/**
 * Looks up the uploads of the given ids and checks their kinds.
 * @throws Refusal badInput naming the entry that is unknown or of the wrong kind
 */
export function checkUploads(
  ctx: DecisionContext,
  field: string,
  ids: readonly string[] | undefined,
  kinds: readonly FileKind[],
): CheckedUploads {
  const taken: CheckedUploads = { files: [], names: {}, uploads: [] };
  for (const [i, id] of (ids ?? []).entries()) {
    const upload = ctx.upload(id);
    if (!upload) throw badField(`${field}.${i}`, 'file-unknown');
    if (!kinds.includes(upload.kind)) throw badField(`${field}.${i}`, 'file-kind');
    const { name, stages: _stages, shapes: _shapes, shapeBytes: _bytes, ...facts } = upload;
    taken.files.push(facts);
    taken.names[id] = name;
    taken.uploads.push(upload);
  }
  return taken;
}
