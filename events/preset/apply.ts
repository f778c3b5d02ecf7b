/** Starting a draft from a preset: what it would change, and how an answer has moved away from it since. Pure. */
import type { Prescription, Sections } from '../case/sections.ts';
import { isFdi } from '../tooth/fdi.ts';
import { emptyMarks, iprInPlace, type Marks, overrideMark } from '../tooth/marks.ts';
import { answeredBy, type Preset, type PresetField } from './preset.ts';

/** What of a preset meets a draft. */
export type Start = Pick<Preset, 'prescription' | 'extract'>;
/** What of a draft meets a preset. */
export type Begun = { prescription: Prescription; markers: Sections['markers'] };

/** Every answer is a word, a number or a list of them. */
const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((part, i) => Object.is(part, b[i]))
    : Object.is(a, b);

/** The fields that the preset answers and the prescription answers otherwise, or not at all. */
export function differsFrom(start: Start | undefined, rx: Prescription): PresetField[] {
  if (!start) return [];
  return answeredBy(start.prescription).filter(field => !same(rx[field], start.prescription[field]));
}

/** How far the midline moves is asked only where it is to be adjusted. */
const withMidline = (patch: Partial<Prescription>): Partial<Prescription> =>
  'midline' in patch && patch.midline !== 'adjust' ? { ...patch, midlineAmount: undefined } : patch;

/** Fields to change so that this field answers as the preset does. */
export function resetField(start: Start, field: PresetField): Partial<Prescription> {
  return withMidline({ [field]: start.prescription[field] });
}

/** Fields to change so that the prescription starts from the preset, which it then names. */
export function startFrom(start: Start, name: string): Partial<Prescription> {
  return withMidline({ ...start.prescription, preset: name });
}

const kinds = Object.keys(emptyMarks()) as (keyof Marks)[];

const sameTeeth = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every(tooth => b.includes(tooth));

/**
 * The marks that go with a preset: its extractions where no tooth is marked for it yet; those of the preset before go.
 * Marks that contradict them go as well, and what was confirmed was something else. Undefined where nothing changes.
 */
export function startMarks(
  start: Start,
  before: Start | undefined,
  markers: Sections['markers'],
): Partial<Sections['markers']> | undefined {
  const now = markers.extract ?? [];
  if (now.length > 0 && !sameTeeth(now, before?.extract ?? [])) return undefined;
  if (sameTeeth(now, start.extract)) return undefined;
  // The boundary: FDI codes, as the schema had them.
  const said = kinds.flatMap(kind => (markers[kind] ? [[kind, markers[kind]]] : []));
  const bare = { ...emptyMarks(), ...(Object.fromEntries(said) as Partial<Marks>), extract: [] };
  const marked = start.extract
    .filter(isFdi)
    .reduce<Marks>((rest, tooth) => overrideMark(rest, 'extract', tooth), bare);
  const marks = { ...marked, ipr: iprInPlace(marked) };
  const changed = kinds.filter(kind => marks[kind].length !== (markers[kind] ?? []).length);
  return {
    ...Object.fromEntries(changed.map(kind => [kind, marks[kind]])),
    extract: marks.extract,
    confirmed: undefined,
  };
}

export type Difference = {
  section: 'prescription' | 'markers';
  field: string;
  /** Undefined where there is no answer. */
  now: unknown;
  next: unknown;
};

const isNothing = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);

function differences(section: Difference['section'], value: object, patch: object): Difference[] {
  const now = new Map<string, unknown>(Object.entries(value));
  return Object.entries(patch).flatMap(([field, next]): Difference[] => {
    const was = now.get(field);
    const unchanged = same(was, next) || (isNothing(was) && isNothing(next));
    return unchanged ? [] : [{ section, field, now: was, next }];
  });
}

/** A preset laid over a draft: what to change, and what of it says something else than before. */
export type Applied = {
  prescription: Partial<Prescription>;
  markers: Partial<Sections['markers']> | undefined;
  differences: Difference[];
};

/** @param before the preset that the draft started from, where it is known */
export function applyPreset(
  { name, start }: { name: string; start: Start },
  before: Start | undefined,
  draft: Begun,
): Applied {
  const prescription = startFrom(start, name);
  const markers = startMarks(start, before, draft.markers);
  const { preset: _name, ...answers } = prescription;
  const { confirmed: _confirmed, ...marks } = markers ?? {};
  const changes = [
    ...differences('prescription', draft.prescription, answers),
    ...differences('markers', draft.markers, marks),
  ];
  return { prescription, markers, differences: changes };
}
