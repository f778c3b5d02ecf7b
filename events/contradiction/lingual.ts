/**
 * Rules on the order sheet of a lingual case, against itself and the diagnosis. Codes that exclude each other
 * are handled in lingual/codes.ts.
 */
import type { Prescription } from '../case/sections.ts';
import { teethWithAppliance } from '../lingual/codes.ts';
import type { ToothMeasure } from '../lingual/measures.ts';
import { archOf, TEETH } from '../tooth/fdi.ts';
import {
  type ContradictionFacts,
  type ContradictionRule,
  createPrescriptionFix,
  createRuleFinding,
  difference,
  intersection,
} from './rule.ts';

type Lingual = NonNullable<Prescription['lingual']>;

const brackets = { method: 2 } as const;
const lingualOf = ({ sections }: ContradictionFacts): Lingual => sections.prescription.lingual ?? {};

/** A product worn over an implant is a tray; every other product fits both methods. */
const lingualProduct: ContradictionRule = {
  ...brackets,
  level: 'warning',
  at: { section: 'prescription', field: 'productType' },
  looks: ({ sections: { prescription } }) =>
    prescription.productType === 3
      ? createRuleFinding({ productType: [3] }, createPrescriptionFix('productNone', { productType: 4 }))
      : null,
};

/** Measures that only a bracket can apply. */
const angled: readonly ToothMeasure[] = ['torque', 'extraTorsion', 'tip'];

const anglesWithoutBracket: ContradictionRule = {
  ...brackets,
  level: 'error',
  at: { section: 'prescription', field: 'lingual.torque' },
  looks: facts => {
    const lingual = lingualOf(facts);
    const applied = teethWithAppliance(lingual);
    // Zero requests nothing, because a pasted sheet has a zero in every empty cell.
    const turned = (name: ToothMeasure) =>
      difference(TEETH, applied).filter(tooth => lingual[name]?.[String(tooth)]);
    const names = angled.filter(name => turned(name).length > 0);
    const [first] = names;
    if (first === undefined) return null;
    const rest = (name: ToothMeasure) =>
      Object.entries(lingual[name] ?? {}).filter(([tooth]) => !turned(name).some(t => String(t) === tooth));
    const kept = Object.fromEntries(names.map(name => [name, Object.fromEntries(rest(name))]));
    const teeth = TEETH.filter(tooth => names.some(name => turned(name).includes(tooth)));
    const ways = [createPrescriptionFix('anglesOff', { lingual: { ...lingual, ...kept } }, { teeth })];
    return { values: { teeth }, ways, field: `lingual.${first}` };
  },
};

const rows = ['upper', 'lower'] as const;

const wiresWithoutBrackets: ContradictionRule = {
  ...brackets,
  level: 'warning',
  at: { section: 'prescription', field: 'lingual.archwires' },
  looks: facts => {
    const lingual = lingualOf(facts);
    const applied = teethWithAppliance(lingual);
    const bonded = rows.filter(row => applied.some(tooth => archOf(tooth) === row));
    const wires = lingual.archwires ?? [];
    const asked = rows.filter(row => wires.some(wire => wire.arch === row || wire.arch === 'both'));
    const bare = difference(asked, bonded);
    // A sheet without any bracket has not been filled in, so its wires are not compared.
    if (bonded.length === 0 || bare.length === 0) return null;
    const archwires = wires.flatMap(wire =>
      intersection(bonded, wire.arch === 'both' ? rows : [wire.arch]).map(row => ({ ...wire, arch: row })),
    );
    return createRuleFinding(
      { arch: bare },
      createPrescriptionFix('wiresFit', { lingual: { ...lingual, archwires } }),
    );
  },
};

const narrowArchNarrowed: ContradictionRule = {
  ...brackets,
  level: 'warning',
  at: { section: 'prescription', field: 'lingual.archWidth' },
  looks: facts => {
    const lingual = lingualOf(facts);
    if (lingual.archWidth !== 'narrow' || !facts.sections.diagnosis.flags?.includes(101)) return null;
    return createRuleFinding(
      {},
      createPrescriptionFix('widthAgain', { lingual: { ...lingual, archWidth: undefined } }),
    );
  },
};

export const lingualRules = {
  lingualProduct,
  anglesWithoutBracket,
  wiresWithoutBrackets,
  narrowArchNarrowed,
};
