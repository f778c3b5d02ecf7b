/**
 * Bracket codes of the lingual sheet, by tooth. An extracted (E) or missing (M) tooth has no other entry,
 * neither code nor number. A bracket covers its tooth fully (W) or half (P), not both.
 */
import { type Option, options } from '../case/options.ts';
import { type Fdi, TEETH } from '../tooth/fdi.ts';
import { type ToothMeasure, toothMeasureNames } from './measures.ts';

export type BracketCode = Option<'bracket'>;
/** Values by tooth (FDI code). */
export type ByTooth<V> = { readonly [tooth: string]: V | undefined };
/** The rows of the sheet that have a value for each tooth. */
export type ToothSheet = { brackets?: ByTooth<BracketCode[]> } & {
  [M in ToothMeasure]?: ByTooth<number>;
};
export type SheetField = keyof ToothSheet;
export const sheetFields: readonly SheetField[] = ['brackets', ...toothMeasureNames];

/**
 * A conflict between the entries of a tooth. `issue` is a dictionary word (`issue:<word>`) with its `values`.
 */
export type SheetContradiction = {
  field: SheetField;
  tooth: Fdi;
  issue: 'absent-coded' | 'absent-measured' | 'wraps-conflict';
  values: { tooth: Fdi; code: BracketCode };
};
export type SheetOutcome = { sheet: ToothSheet; refused: SheetContradiction[] };

const absentCodes: readonly BracketCode[] = ['E', 'M'];
const isAbsentCode = (code: BracketCode) => absentCodes.includes(code);
const otherWrap: Partial<Record<BracketCode, BracketCode>> = { W: 'P', P: 'W' };

export const codesAt = (sheet: ToothSheet, tooth: Fdi): readonly BracketCode[] =>
  sheet.brackets?.[tooth] ?? [];
/** Returns the code that marks the tooth as extracted or missing; undefined for a present tooth. */
export const absenceCodeAt = (sheet: ToothSheet, tooth: Fdi): BracketCode | undefined =>
  codesAt(sheet, tooth).find(isAbsentCode);

/** Returns the teeth with a part of the appliance. */
export const teethWithAppliance = (sheet: ToothSheet): Fdi[] =>
  TEETH.filter(tooth => codesAt(sheet, tooth).some(code => !isAbsentCode(code)));
/** Teeth of the appliance without a torque. */
export const teethWithoutTorque = (sheet: ToothSheet): Fdi[] =>
  teethWithAppliance(sheet).filter(tooth => sheet.torque?.[tooth] === undefined);

function conflictsAt(sheet: ToothSheet, tooth: Fdi): SheetContradiction[] {
  const codes = codesAt(sheet, tooth);
  const code = absenceCodeAt(sheet, tooth);
  const told = (
    field: SheetField,
    issue: SheetContradiction['issue'],
    by: BracketCode,
  ): SheetContradiction => ({
    field,
    tooth,
    issue,
    values: { tooth, code: by },
  });
  if (code === undefined)
    return codes.includes('W') && codes.includes('P') ? [told('brackets', 'wraps-conflict', 'W')] : [];
  const valued = toothMeasureNames.filter(measure => sheet[measure]?.[tooth] !== undefined);
  return [
    ...(codes.length > 1 ? [told('brackets', 'absent-coded', code)] : []),
    ...valued.map(measure => told(measure, 'absent-measured', code)),
  ];
}

/** Returns every conflict of the sheet, in screen order. */
export const findSheetContradictions = (sheet: ToothSheet): SheetContradiction[] =>
  TEETH.flatMap(tooth => conflictsAt(sheet, tooth));

const sameConflict = (a: SheetContradiction, b: SheetContradiction) =>
  a.field === b.field && a.tooth === b.tooth && a.issue === b.issue;

/** Conflicts that a change adds. An existing one does not block changes of other teeth. */
export function addedSheetContradictions(before: ToothSheet, after: ToothSheet): SheetContradiction[] {
  const known = findSheetContradictions(before);
  return findSheetContradictions(after).filter(conflict => !known.some(old => sameConflict(old, conflict)));
}

/** Distinct codes in the order of the palette. */
export const sortCodes = (codes: Iterable<BracketCode>): BracketCode[] => {
  const chosen = new Set(codes);
  return options.bracket.filter(code => chosen.has(code));
};

/** Returns the sheet with a tooth's entry, or without it if empty. */
export function withToothEntry<F extends SheetField>(
  sheet: ToothSheet,
  field: F,
  tooth: Fdi,
  entry: BracketCode[] | number | undefined,
): ToothSheet {
  const before: ByTooth<unknown> = { ...sheet[field] };
  const { [String(tooth)]: _before, ...others } = before;
  const nothing = entry === undefined || (Array.isArray(entry) && entry.length === 0);
  return { ...sheet, [field]: nothing ? others : { ...others, [String(tooth)]: entry } };
}

const putCode = (sheet: ToothSheet, code: BracketCode, tooth: Fdi, on: boolean): ToothSheet => {
  const others = codesAt(sheet, tooth).filter(other => other !== code);
  return withToothEntry(sheet, 'brackets', tooth, sortCodes(on ? [...others, code] : others));
};

/** Adds a code to teeth or removes it. Teeth where it would conflict stay unchanged and are named. */
export function setCodes(
  sheet: ToothSheet,
  code: BracketCode,
  teeth: readonly Fdi[],
  on: boolean,
): SheetOutcome {
  const refused: SheetContradiction[] = [];
  let now = sheet;
  for (const tooth of teeth) {
    const next = putCode(now, code, tooth, on);
    const [conflict] = addedSheetContradictions(now, next);
    if (conflict) refused.push(conflict);
    else now = next;
  }
  return { sheet: now, refused };
}

/** Returns the sheet without any entry on the teeth. */
const clearTeeth = (sheet: ToothSheet, teeth: readonly Fdi[]): ToothSheet =>
  teeth.reduce(
    (rest, tooth) => sheetFields.reduce((left, field) => withToothEntry(left, field, tooth, undefined), rest),
    sheet,
  );

/** Adds a code to a tooth and removes everything in conflict with it. Resolves a refusal. */
export function setCodeRemovingConflicts(sheet: ToothSheet, code: BracketCode, tooth: Fdi): ToothSheet {
  if (isAbsentCode(code)) return putCode(clearTeeth(sheet, [tooth]), code, tooth, true);
  const cleared = codesAt(sheet, tooth).filter(other => !isAbsentCode(other) && other !== otherWrap[code]);
  return withToothEntry(sheet, 'brackets', tooth, sortCodes([...cleared, code]));
}
