/** The stages of a batch as chosen in its dialog. Pure. */
import type { StageRange } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { countTrays, type StageRanges } from '#events/shipment/shipment.ts';

const arches = ['upper', 'lower'] as const;
export type Arch = (typeof arches)[number];

/** Last stage per arch, undefined for all open stages; `without`: arches left out of this batch. */
export type BatchChoice = Record<Arch, number | null | undefined> & { without: readonly Arch[] };

function rangeOf(arch: Arch, open: StageRanges, choice: BatchChoice): StageRange | null {
  const range = open[arch];
  if (!range || choice.without.includes(arch)) return null;
  const to = choice[arch] === undefined ? range.to : choice[arch];
  return to !== null && to >= range.from ? { from: range.from, to } : null;
}

/** Returns the stages of a batch, its number of trays, and whether that number is allowed. */
export function computeChosenBatch(open: StageRanges, choice: BatchChoice) {
  const stages = { upper: rangeOf('upper', open, choice), lower: rangeOf('lower', open, choice) };
  const count = countTrays(stages);
  return { stages, count, fits: count >= limits.batchMin && count <= limits.batchMax };
}
