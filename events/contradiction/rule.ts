/** Types of a contradiction rule: its field, its check, and its fixes. Pure. */
import { type AttachedFile, orderedArches } from '../case/draft.ts';
import { marksOf } from '../case/markers.ts';
import type { Option, OptionList } from '../case/options.ts';
import type { SectionName, Sections } from '../case/sections.ts';
import { archOf, type Fdi, positionFromMidline, TEETH } from '../tooth/fdi.ts';
import { absentTeeth } from '../tooth/marks.ts';

/** Data that the rules read. `today` is YYYY-MM-DD in the organisation's time zone. */
export type ContradictionFacts = { sections: Sections; files: readonly AttachedFile[]; today: string };

/** Location of a contradiction: a field, or a file's slot. */
export type FieldLocation = { section: SectionName | 'files'; field: string };

/**
 * Values named in a contradiction: teeth, contacts, years, millimetres, and answers by their list, in a fixed order.
 */
export type ContradictionValues = { readonly [L in OptionList]?: readonly Option<L>[] } & {
  readonly teeth?: readonly Fdi[];
  readonly contacts?: readonly string[];
  readonly years?: readonly number[];
  readonly mm?: readonly number[];
};

export type SectionPatch = { readonly [S in SectionName]?: Partial<Sections[S]> };

/** A fix: a change that removes the contradiction. `way` is a word under `wizard:wayOut`. */
export type ContradictionFix = { way: WayName; values?: ContradictionValues; patch: SectionPatch };

export type RuleFinding = { values: ContradictionValues; ways: readonly ContradictionFix[]; field?: string };

/** An error must be resolved; a warning can be overridden with a reason. */
export type Severity = 'error' | 'warning';

export type ContradictionRule = {
  level: Severity;
  /** The later of the two answers. */
  at: FieldLocation;
  /** Treatment method that the rule applies to; both by default. */
  method?: Option<'method'>;
  looks: (facts: ContradictionFacts) => RuleFinding | null;
};

export const fixNames = [
  'anchorageModerate',
  'anglesOff',
  'archBoth',
  'archOfModels',
  'archOther',
  'attachmentsDefault',
  'birthAgain',
  'biteTaken',
  'correctionsOff',
  'extractionMarksOff',
  'extractionNo',
  'extractionYes',
  'flagsAdd',
  'flagsOff',
  'gapsClose',
  'gapsKeepSome',
  'iprLess',
  'iprMarksOff',
  'iprOffAt',
  'iprYes',
  'lockCorrect',
  'markExtract',
  'markMissing',
  'midlineKeep',
  'molarsAgain',
  'molarsFree',
  'molarsKeep',
  'noAttachmentMarksOff',
  'noMoveMarksOff',
  'otherMarksOff',
  'overbiteAgain',
  'overjetAgain',
  'productNone',
  'reliefOut',
  'spaceMarksOff',
  'spaceOffAt',
  'visitOff',
  'widthAgain',
  'wiresFit',
] as const;
type WayName = (typeof fixNames)[number];

export const createRuleFinding = (
  values: ContradictionValues,
  ...ways: readonly ContradictionFix[]
): RuleFinding => ({
  values,
  ways,
});

type Ways<S extends SectionName> = (
  way: WayName,
  patch: Partial<Sections[S]>,
  values?: ContradictionValues,
) => ContradictionFix;
const inSection =
  <S extends SectionName>(section: S): Ways<S> =>
  (way, patch, values) => ({ way, patch: { [section]: patch }, ...(values && { values }) });

export const createDiagnosisFix = inSection('diagnosis');
export const createPrescriptionFix = inSection('prescription');
export const createPatientFix = inSection('patient');
/** Changed marks need a new confirmation. */
export const createMarkersFix: Ways<'markers'> = (way, patch, values) =>
  inSection('markers')(way, { ...patch, confirmed: undefined }, values);

/** Elements of `wanted` that are in `list`, in the order of `wanted`. */
export const intersection = <const T>(wanted: readonly T[], list: readonly unknown[] | undefined): T[] =>
  wanted.filter(one => list?.includes(one));
export const difference = <T>(list: readonly T[] | undefined, gone: readonly NoInfer<T>[]): T[] =>
  (list ?? []).filter(one => !gone.includes(one));

/** Teeth at these positions (1-8) present in a treated arch, in screen order. */
export function treatedTeethAtPositions(
  { sections }: ContradictionFacts,
  positions: readonly number[],
): Fdi[] {
  const arches = orderedArches(sections.prescription);
  const absent = absentTeeth(marksOf(sections.markers));
  return TEETH.filter(
    tooth =>
      positions.includes(positionFromMidline(tooth)) &&
      arches.includes(archOf(tooth)) &&
      !absent.includes(tooth),
  );
}
