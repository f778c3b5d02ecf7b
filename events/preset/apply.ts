/** Applying a preset to a draft, and the answers that differ from it afterwards. Pure. */
import { hasAnswerToDetail, rxFields, rxQuestions } from '../case/questions.ts';
import type { Prescription, Sections } from '../case/sections.ts';
import { isFdi } from '../tooth/fdi.ts';
import {
  createEmptyMarks,
  iprBetweenNeighbours,
  type Marks,
  setMarkRemovingConflicts,
} from '../tooth/marks.ts';
import { fieldsAnsweredBy, type Preset, type PresetField } from './preset.ts';

/** The part of a preset that a draft receives. */
export type PresetForDraft = Pick<Preset, 'prescription' | 'extract'>;
/** The part of a draft that a preset changes. */
export type DraftAnswers = { prescription: Prescription; markers: Sections['markers'] };

/** Compares answers: words, numbers and lists of them. */
const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((part, i) => Object.is(part, b[i]))
    : Object.is(a, b);

/** Returns the fields whose answer in the prescription differs from the preset's or is missing. */
export function changedPresetFields(start: PresetForDraft | undefined, rx: Prescription): PresetField[] {
  if (!start) return [];
  return fieldsAnsweredBy(start.prescription).filter(field => !same(rx[field], start.prescription[field]));
}

/** Returns the patch, which also clears an inline answer if the patch leaves it nothing to detail. */
function withoutStale(patch: Partial<Prescription>): Partial<Prescription> {
  const stale = rxFields.filter(field => {
    const { inline, details } = rxQuestions[field];
    return inline && details && details.field in patch && !hasAnswerToDetail(field, patch);
  });
  return { ...patch, ...Object.fromEntries(stale.map(field => [field, undefined])) };
}

/** Returns the patch that resets a field to the preset's answer. */
export function resetFieldPatch(start: PresetForDraft, field: PresetField): Partial<Prescription> {
  return withoutStale({ [field]: start.prescription[field] });
}

/** Returns the patch that applies a preset to a prescription and records its name. */
export function presetPatch(start: PresetForDraft, name: string): Partial<Prescription> {
  return withoutStale({ ...start.prescription, preset: name });
}

const kinds = Object.keys(createEmptyMarks()) as (keyof Marks)[];

const sameTeeth = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every(tooth => b.includes(tooth));

/**
 * Returns the marks of a case after a preset is applied: its extractions, unless teeth are already marked for extraction. Replaces the
 * extractions of the previous preset, removes marks that contradict the new ones, and clears the confirmation.
 * Undefined if nothing changes.
 */
export function applyPresetToMarks(
  start: PresetForDraft,
  before: PresetForDraft | undefined,
  markers: Sections['markers'],
): Partial<Sections['markers']> | undefined {
  const now = markers.extract ?? [];
  if (now.length > 0 && !sameTeeth(now, before?.extract ?? [])) return undefined;
  if (sameTeeth(now, start.extract)) return undefined;
  // Cast: the schema has checked these FDI codes.
  const said = kinds.flatMap(kind => (markers[kind] ? [[kind, markers[kind]]] : []));
  const bare = { ...createEmptyMarks(), ...(Object.fromEntries(said) as Partial<Marks>), extract: [] };
  const marked = start.extract
    .filter(isFdi)
    .reduce<Marks>((rest, tooth) => setMarkRemovingConflicts(rest, 'extract', tooth), bare);
  const marks = { ...marked, ipr: iprBetweenNeighbours(marked) };
  const changed = kinds.filter(kind => marks[kind].length !== (markers[kind] ?? []).length);
  return {
    ...Object.fromEntries(changed.map(kind => [kind, marks[kind]])),
    extract: marks.extract,
    confirmed: undefined,
  };
}

type Difference = {
  section: 'prescription' | 'markers';
  field: string;
  /** Current answer of the draft; undefined if unanswered. */
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

/** The patch of a preset for a draft, and the answers that it changes. */
export type AppliedPreset = {
  prescription: Partial<Prescription>;
  markers: Partial<Sections['markers']> | undefined;
  differences: Difference[];
};

/** Computes the patch of a preset for a draft. @param before the preset that the draft started from, if known */
export function applyPreset(
  { name, start }: { name: string; start: PresetForDraft },
  before: PresetForDraft | undefined,
  draft: DraftAnswers,
): AppliedPreset {
  const prescription = presetPatch(start, name);
  const markers = applyPresetToMarks(start, before, draft.markers);
  const { preset: _name, ...answers } = prescription;
  const { confirmed: _confirmed, ...marks } = markers ?? {};
  const changes = [
    ...differences('prescription', draft.prescription, answers),
    ...differences('markers', draft.markers, marks),
  ];
  return { prescription, markers, differences: changes };
}
