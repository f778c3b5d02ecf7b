/** The two presets that every doctor has, and how a prescription differs from the one it started from. Pure. */
import type { Prescription, Sections } from '#events/case/sections.ts';

type Answers = Partial<Omit<Prescription, 'method' | 'productType' | 'preset' | 'lingual' | 'note'>>;

/**
 * What a plan says before anything is known of the patient: overbite, overjet and molars are findings, so they are
 * never preset. `extract` are the teeth that the preset's name promises.
 */
export const presets = {
  'non-extraction': {
    answers: {
      arch: 'both',
      extraction: 'no',
      ipr: 'yes',
      anchorage: 'moderate',
      midline: 'keep',
      step: 0.25,
      angle: 2,
      overcorrection: 'not-needed',
      attachmentPosition: 'default',
    },
    extract: [],
  },
  'extraction-u4-l5': {
    answers: {
      arch: 'both',
      extraction: 'yes',
      ipr: 'no',
      anchorage: 'strong',
      midline: 'keep',
      step: 0.2,
      angle: 2,
      overcorrection: 'needed',
      attachmentPosition: 'default',
      gaps: 'close-all',
    },
    extract: [14, 24, 45, 35],
  },
} as const satisfies Record<string, { answers: Answers; extract: readonly number[] }>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];
export const isPreset = (name: string | undefined): name is PresetName =>
  name !== undefined && Object.hasOwn(presets, name);

type Field = keyof Answers & string;

/** The answers of a preset, by field. */
export function presetAnswers(name: string | undefined): Answers {
  return isPreset(name) ? presets[name].answers : {};
}

/** The fields that the preset answers and the prescription answers otherwise (or not at all). */
export function differsFromPreset(rx: Prescription): Field[] {
  const answers = presetAnswers(rx.preset);
  return (Object.keys(answers) as Field[]).filter(field => rx[field] !== answers[field]);
}

/** Fields to change so that this field answers as the preset does. */
export function resetField(rx: Prescription, field: string): Partial<Prescription> {
  const answers: Record<string, unknown> = presetAnswers(rx.preset);
  const patch = { [field]: answers[field] };
  return field === 'midline' ? { ...patch, midlineAmount: undefined } : patch;
}

/** Fields to change so that the prescription starts from a preset. */
export function applyPreset(name: PresetName): Partial<Prescription> {
  return { ...presets[name].answers, midlineAmount: undefined, preset: name };
}

/**
 * The extraction marks that go with a preset: those that it names where none is set yet; those of another preset go.
 * Undefined where nothing is to change.
 */
export function presetExtractions(
  name: PresetName,
  before: string | undefined,
  marked: Sections['markers']['extract'],
): number[] | undefined {
  const now = marked ?? [];
  const wanted: readonly number[] = presets[name].extract;
  const old: readonly number[] = isPreset(before) ? presets[before].extract : [];
  const isOld = now.length === old.length && now.every(tooth => old.includes(tooth));
  if (!isOld && now.length > 0) return undefined;
  return wanted.length === now.length && wanted.every(t => now.includes(t)) ? undefined : [...wanted];
}
