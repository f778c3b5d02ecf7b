/** The stages of a batch as its dialog chooses them. Pure. */
import type { StageRange } from '#events/case/fields.ts';
import { limits } from '#events/case/options.ts';
import { type Stages, trayCount } from '#events/shipment/shipment.ts';

const arches = ['upper', 'lower'] as const;
export type Arch = (typeof arches)[number];

/** `last`: the last stage of an arch, undefined for all that is open; `without`: arches that this batch leaves out. */
export type BatchChoice = Record<Arch, number | null | undefined> & { without: readonly Arch[] };

function rangeOf(arch: Arch, open: Stages, choice: BatchChoice): StageRange | null {
  const range = open[arch];
  if (!range || choice.without.includes(arch)) return null;
  const to = choice[arch] === undefined ? range.to : choice[arch];
  return to !== null && to >= range.from ? { from: range.from, to } : null;
}

/** The stages of a batch, its number of trays, and whether a batch may hold so many. */
export function batchOf(open: Stages, choice: BatchChoice) {
  const stages = { upper: rangeOf('upper', open, choice), lower: rangeOf('lower', open, choice) };
  const count = trayCount(stages);
  return { stages, count, fits: count >= limits.batchMin && count <= limits.batchMax };
}
