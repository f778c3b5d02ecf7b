/**
 * Bracket codes of the lingual sheet, tooth by tooth. A tooth that is extracted (E) or missing (M) carries nothing
 * else, no code and no number; a bracket wraps its tooth whole (W) or half (P), not both.
 */
import { type Option, options } from '../case/options.ts';
import { type Fdi, TEETH } from '../tooth/fdi.ts';
import { type Measure, measureNames } from './measures.ts';

export type Code = Option<'bracket'>;
/** A value a tooth, by its FDI code. */
export type ByTooth<V> = { readonly [tooth: string]: V | undefined };
/** The rows of the sheet that go tooth by tooth. */
export type ToothSheet = { brackets?: ByTooth<Code[]> } & {
  [M in Measure]?: ByTooth<number>;
};
export type SheetField = keyof ToothSheet;
export const sheetFields: readonly SheetField[] = ['brackets', ...measureNames];

/** Where two entries exclude each other; `issue` is a dictionary word (`issue:<word>`), `values` are its own. */
export type SheetConflict = {
  field: SheetField;
  tooth: Fdi;
  issue: 'absent-coded' | 'absent-measured' | 'wraps-conflict';
  values: { tooth: Fdi; code: Code };
};
export type SheetOutcome = { sheet: ToothSheet; refused: SheetConflict[] };

const absentCodes: readonly Code[] = ['E', 'M'];
const isAbsentCode = (code: Code) => absentCodes.includes(code);
const otherWrap: Partial<Record<Code, Code>> = { W: 'P', P: 'W' };

export const codesAt = (sheet: ToothSheet, tooth: Fdi): readonly Code[] => sheet.brackets?.[tooth] ?? [];
/** The code that says that the tooth is not there. */
export const absenceAt = (sheet: ToothSheet, tooth: Fdi): Code | undefined =>
  codesAt(sheet, tooth).find(isAbsentCode);

/** Teeth that carry a part of the appliance. */
export const appliedTeeth = (sheet: ToothSheet): Fdi[] =>
  TEETH.filter(tooth => codesAt(sheet, tooth).some(code => !isAbsentCode(code)));
/** Teeth of the appliance whose torque nobody has said. */
export const teethWithoutTorque = (sheet: ToothSheet): Fdi[] =>
  appliedTeeth(sheet).filter(tooth => sheet.torque?.[tooth] === undefined);

function conflictsAt(sheet: ToothSheet, tooth: Fdi): SheetConflict[] {
  const codes = codesAt(sheet, tooth);
  const code = absenceAt(sheet, tooth);
  const told = (field: SheetField, issue: SheetConflict['issue'], by: Code): SheetConflict => ({
    field,
    tooth,
    issue,
    values: { tooth, code: by },
  });
  if (code === undefined)
    return codes.includes('W') && codes.includes('P') ? [told('brackets', 'wraps-conflict', 'W')] : [];
  const valued = measureNames.filter(measure => sheet[measure]?.[tooth] !== undefined);
  return [
    ...(codes.length > 1 ? [told('brackets', 'absent-coded', code)] : []),
    ...valued.map(measure => told(measure, 'absent-measured', code)),
  ];
}

/** Every contradiction of the sheet, in screen order. */
export const sheetConflicts = (sheet: ToothSheet): SheetConflict[] =>
  TEETH.flatMap(tooth => conflictsAt(sheet, tooth));

const sameConflict = (a: SheetConflict, b: SheetConflict) =>
  a.field === b.field && a.tooth === b.tooth && a.issue === b.issue;

/** The contradictions that a change brings; one that was there before does not stand in the way of other teeth. */
export function newConflicts(before: ToothSheet, after: ToothSheet): SheetConflict[] {
  const known = sheetConflicts(before);
  return sheetConflicts(after).filter(conflict => !known.some(old => sameConflict(old, conflict)));
}

/** Codes once each, in the order of the palette. */
export const inCodeOrder = (codes: Iterable<Code>): Code[] => {
  const chosen = new Set(codes);
  return options.bracket.filter(code => chosen.has(code));
};

/** The sheet with a tooth's entry, or without one where there is nothing to enter. */
export function withEntry<F extends SheetField>(
  sheet: ToothSheet,
  field: F,
  tooth: Fdi,
  entry: Code[] | number | undefined,
): ToothSheet {
  const before: ByTooth<unknown> = { ...sheet[field] };
  const { [String(tooth)]: _before, ...others } = before;
  const nothing = entry === undefined || (Array.isArray(entry) && entry.length === 0);
  return { ...sheet, [field]: nothing ? others : { ...others, [String(tooth)]: entry } };
}

const putCode = (sheet: ToothSheet, code: Code, tooth: Fdi, on: boolean): ToothSheet => {
  const others = codesAt(sheet, tooth).filter(other => other !== code);
  return withEntry(sheet, 'brackets', tooth, inCodeOrder(on ? [...others, code] : others));
};

/** Puts a code on teeth or takes it off; those where it contradicts stay as they were and are named. */
export function setCodes(sheet: ToothSheet, code: Code, teeth: readonly Fdi[], on: boolean): SheetOutcome {
  const refused: SheetConflict[] = [];
  let now = sheet;
  for (const tooth of teeth) {
    const next = putCode(now, code, tooth, on);
    const [conflict] = newConflicts(now, next);
    if (conflict) refused.push(conflict);
    else now = next;
  }
  return { sheet: now, refused };
}

/** The sheet without anything on the teeth. */
export const clearTeeth = (sheet: ToothSheet, teeth: readonly Fdi[]): ToothSheet =>
  teeth.reduce(
    (rest, tooth) => sheetFields.reduce((left, field) => withEntry(left, field, tooth, undefined), rest),
    sheet,
  );

/** Puts the code and takes off whatever contradicts it: the way out of a refusal. */
export function overrideCode(sheet: ToothSheet, code: Code, tooth: Fdi): ToothSheet {
  if (isAbsentCode(code)) return putCode(clearTeeth(sheet, [tooth]), code, tooth, true);
  const cleared = codesAt(sheet, tooth).filter(other => !isAbsentCode(other) && other !== otherWrap[code]);
  return withEntry(sheet, 'brackets', tooth, inCodeOrder([...cleared, code]));
}
