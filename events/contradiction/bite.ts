/**
 * Rules on diagnosis findings: contradictions between findings, and with their planned correction. The fixes only
 * remove findings.
 */
import type { Option } from '../case/options.ts';
import {
  type ContradictionFacts,
  type ContradictionFix,
  type ContradictionRule,
  createDiagnosisFix,
  createPrescriptionFix,
  createRuleFinding,
  difference,
  intersection,
} from './rule.ts';

type Flag = Option<'diagnosis'>;
type Correction = Option<'correction'>;

const flagsOf = ({ sections }: ContradictionFacts) => sections.diagnosis.flags ?? [];

const flagsOff = (facts: ContradictionFacts, gone: readonly Flag[]): ContradictionFix =>
  createDiagnosisFix('flagsOff', { flags: difference(flagsOf(facts), gone) }, { diagnosis: gone });

const correctionsOff = ({ sections }: ContradictionFacts, gone: readonly Correction[]): ContradictionFix =>
  createDiagnosisFix(
    'correctionsOff',
    { corrections: difference(sections.diagnosis.corrections, gone) },
    { correction: gone },
  );

/** Flags of which a mouth can have at most one. */
const onlyOneOf = (flags: readonly Flag[]): ContradictionRule => ({
  level: 'warning',
  at: { section: 'diagnosis', field: 'flags' },
  looks: facts => {
    const diagnosis = intersection(flags, flagsOf(facts));
    if (diagnosis.length < 2) return null;
    return createRuleFinding(
      { diagnosis },
      ...diagnosis.map(flag => flagsOff(facts, difference(diagnosis, [flag]))),
    );
  },
});

/** Both molar answers; null unless both are given. */
function molars({ sections: { prescription: rx } }: ContradictionFacts): Option<'molar'>[] | null {
  return rx.molarRight && rx.molarLeft ? [rx.molarRight, rx.molarLeft] : null;
}

const molarsAgain = createPrescriptionFix('molarsAgain', { molarRight: undefined, molarLeft: undefined });

const classTwo: readonly Flag[] = [94, 95];

const classTwoMolars: ContradictionRule = {
  method: 1,
  level: 'warning',
  at: { section: 'prescription', field: 'molarRight' },
  looks: facts => {
    const diagnosis = intersection(classTwo, flagsOf(facts));
    const molar = molars(facts);
    if (diagnosis.length === 0 || !molar || molar.includes('distal')) return null;
    return createRuleFinding({ diagnosis, molar }, molarsAgain, flagsOff(facts, diagnosis));
  },
};

/** Neutral molars are no contradiction, because a pseudo class III has them. */
const classThreeMolars: ContradictionRule = {
  method: 1,
  level: 'warning',
  at: { section: 'prescription', field: 'molarRight' },
  looks: facts => {
    const molar = molars(facts);
    const distal = molar?.includes('distal') && !molar.includes('mesial');
    if (!molar || !distal || !flagsOf(facts).includes(96)) return null;
    return createRuleFinding({ molar }, molarsAgain, flagsOff(facts, [96]));
  },
};

const elasticsWithoutClassThree: ContradictionRule = {
  level: 'warning',
  at: { section: 'diagnosis', field: 'corrections' },
  looks: facts => {
    const { diagnosis, prescription: rx } = facts.sections;
    const classThree = intersection([96, 98, 151], diagnosis.flags).length > 0;
    const mesial = rx.molarRight === 'mesial' || rx.molarLeft === 'mesial';
    if (!diagnosis.corrections?.includes(170) || classThree || mesial) return null;
    const add = createDiagnosisFix('flagsAdd', { flags: [...flagsOf(facts), 96] }, { diagnosis: [96] });
    return createRuleFinding({}, correctionsOff(facts, [170]), add);
  },
};

const graded = (
  field: 'overbite' | 'overjet',
  flag: Flag,
  grades: readonly Option<'grade'>[],
): ContradictionRule => ({
  method: 1,
  level: 'warning',
  at: { section: 'prescription', field },
  looks: facts => {
    const grade = facts.sections.prescription[field];
    if (!grade || !grades.includes(grade) || !flagsOf(facts).includes(flag)) return null;
    const again = createPrescriptionFix(field === 'overbite' ? 'overbiteAgain' : 'overjetAgain', {
      [field]: undefined,
    });
    return createRuleFinding({ grade: [grade] }, again, flagsOff(facts, [flag]));
  },
});

/**
 * Corrections that make a finding worse: intruding the front of an open bite, or extruding the back there.
 */
const worsens: readonly (readonly [Flag, readonly Correction[]])[] = [
  [97, [160, 163]],
  [100, [161, 162]],
];

const biteWorsened: ContradictionRule = {
  level: 'warning',
  at: { section: 'diagnosis', field: 'corrections' },
  looks: facts => {
    const { corrections } = facts.sections.diagnosis;
    const bad = worsens.filter(
      ([flag, wrong]) => flagsOf(facts).includes(flag) && intersection(wrong, corrections).length > 0,
    );
    if (bad.length === 0) return null;
    const correction = bad.flatMap(([, wrong]) => intersection(wrong, corrections));
    return createRuleFinding(
      { diagnosis: bad.map(([flag]) => flag), correction },
      correctionsOff(facts, correction),
    );
  },
};

const narrowArchShrunk: ContradictionRule = {
  level: 'warning',
  at: { section: 'diagnosis', field: 'corrections' },
  looks: facts =>
    flagsOf(facts).includes(101) && facts.sections.diagnosis.corrections?.includes(166)
      ? createRuleFinding({}, correctionsOff(facts, [166]), flagsOff(facts, [101]))
      : null,
};

const lockKeptAndCorrected: ContradictionRule = {
  method: 1,
  level: 'warning',
  at: { section: 'prescription', field: 'posteriorLock' },
  looks: facts => {
    const correction = intersection<Correction>([167, 168], facts.sections.diagnosis.corrections);
    const kept = facts.sections.prescription.posteriorLock === 'keep';
    if (!kept || correction.length === 0 || !flagsOf(facts).includes(99)) return null;
    const correct = createPrescriptionFix('lockCorrect', { posteriorLock: 'correct' });
    return createRuleFinding({ correction }, correct, correctionsOff(facts, correction));
  },
};

export const biteRules = {
  classesTogether: onlyOneOf([94, 95, 96]),
  openAndDeep: onlyOneOf([97, 100]),
  edgeAndDeepOverjet: onlyOneOf([103, 151]),
  classTwoMolars,
  classThreeMolars,
  elasticsWithoutClassThree,
  openBiteGrade: graded('overbite', 97, ['moderate', 'severe']),
  deepOverbiteGrade: graded('overbite', 100, ['normal']),
  deepOverjetGrade: graded('overjet', 103, ['normal']),
  biteWorsened,
  narrowArchShrunk,
  lockKeptAndCorrected,
};
