/** How a contradiction is declared: where it is told, how it is looked for, and the ways out of it. Pure. */
import { type Attached, orderedArches } from '../case/draft.ts';
import { marksOf } from '../case/markers.ts';
import type { Option, OptionList } from '../case/options.ts';
import type { SectionName, Sections } from '../case/sections.ts';
import { arch, type Fdi, position, TEETH } from '../tooth/fdi.ts';
import { absentTeeth } from '../tooth/marks.ts';

/** What the rules look at. `today` is YYYY-MM-DD, where the case's organisation is. */
export type Facts = { sections: Sections; files: readonly Attached[]; today: string };

/** A field, or a file's slot. */
export type Place = { section: SectionName | 'files'; field: string };

/** What a contradiction names: teeth, contacts, years, millimetres, and answers by their list. In a fixed order. */
export type Values = { readonly [L in OptionList]?: readonly Option<L>[] } & {
  readonly teeth?: readonly Fdi[];
  readonly contacts?: readonly string[];
  readonly years?: readonly number[];
  readonly mm?: readonly number[];
};

export type Patch = { readonly [S in SectionName]?: Partial<Sections[S]> };

/** A change after which the contradiction is gone. `way` is a word under `wizard:wayOut`. */
export type Way = { way: WayName; values?: Values; patch: Patch };

export type Found = { values: Values; ways: readonly Way[]; field?: string };

/** An error can only be resolved; a warning can be overruled with a reason. */
export type Level = 'error' | 'warning';

export type Rule = {
  level: Level;
  /** The later of the two answers. */
  at: Place;
  /** The method that it is about; any where none is said. */
  method?: Option<'method'>;
  looks: (facts: Facts) => Found | null;
};

export const wayNames = [
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
export type WayName = (typeof wayNames)[number];

export const found = (values: Values, ...ways: readonly Way[]): Found => ({ values, ways });

type Ways<S extends SectionName> = (way: WayName, patch: Partial<Sections[S]>, values?: Values) => Way;
const inSection =
  <S extends SectionName>(section: S): Ways<S> =>
  (way, patch, values) => ({ way, patch: { [section]: patch }, ...(values && { values }) });

export const byDiagnosis = inSection('diagnosis');
export const byPrescription = inSection('prescription');
export const byPatient = inSection('patient');
/** Marks that were changed are no longer those that were confirmed. */
export const byMarkers: Ways<'markers'> = (way, patch, values) =>
  inSection('markers')(way, { ...patch, confirmed: undefined }, values);

/** Those of `wanted` that are in `list`, in the order of `wanted`. */
export const among = <const T>(wanted: readonly T[], list: readonly unknown[] | undefined): T[] =>
  wanted.filter(one => list?.includes(one));
export const without = <T>(list: readonly T[] | undefined, gone: readonly NoInfer<T>[]): T[] =>
  (list ?? []).filter(one => !gone.includes(one));

/** Teeth at these places (1-8) that stand in an arch which is treated, in screen order. */
export function treated({ sections }: Facts, positions: readonly number[]): Fdi[] {
  const arches = orderedArches(sections.prescription);
  const absent = absentTeeth(marksOf(sections.markers));
  return TEETH.filter(
    tooth => positions.includes(position(tooth)) && arches.includes(arch(tooth)) && !absent.includes(tooth),
  );
}
