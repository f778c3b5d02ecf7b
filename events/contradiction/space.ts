/** Rules on space and movement in a clear-aligner prescription. */
import type { Option } from '../case/options.ts';
import type { Prescription } from '../case/sections.ts';
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

const aligners = { method: 1 } as const;

const reliefOut = (rx: Prescription, gone: readonly Option<'crowdingRelief'>[]): ContradictionFix =>
  createPrescriptionFix(
    'reliefOut',
    { crowdingRelief: difference(rx.crowdingRelief, gone) },
    { crowdingRelief: gone },
  );

const reliefWithoutIpr: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'prescription', field: 'crowdingRelief' },
  looks: ({ sections: { prescription: rx } }) =>
    rx.ipr === 'no' && rx.crowdingRelief?.includes('ipr')
      ? createRuleFinding({}, createPrescriptionFix('iprYes', { ipr: 'yes' }), reliefOut(rx, ['ipr']))
      : null,
};

const correctionWithoutIpr: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'prescription', field: 'ipr' },
  looks: ({ sections: { prescription, diagnosis } }) => {
    if (prescription.ipr !== 'no' || !diagnosis.corrections?.includes(159)) return null;
    const corrections = difference(diagnosis.corrections, [159]);
    return createRuleFinding(
      {},
      createPrescriptionFix('iprYes', { ipr: 'yes' }),
      createDiagnosisFix('correctionsOff', { corrections }, { correction: [159] }),
    );
  },
};

/** Whether anchorage has a purpose: closing spaces, or distalizing molars against the front. */
function asksForAnchorage({
  sections: { prescription: rx, diagnosis, markers },
}: ContradictionFacts): boolean {
  return (
    rx.extraction !== 'no' ||
    rx.gaps === 'close-all' ||
    rx.molarAdjustment === 'distalize' ||
    rx.molarAdjustment === 'elastics' ||
    rx.crowdingRelief?.includes('molar-distalization') ||
    diagnosis.flags?.includes(93) ||
    diagnosis.corrections?.includes(157) ||
    (markers.missing ?? []).length > 0
  );
}

const anchorageForNothing: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'anchorage' },
  looks: facts =>
    facts.sections.prescription.anchorage === 'strong' && !asksForAnchorage(facts)
      ? createRuleFinding({}, createPrescriptionFix('anchorageModerate', { anchorage: 'moderate' }))
      : null,
};

const molarsKeptAndMoved: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'molarAdjustment' },
  looks: ({ sections: { prescription: rx, diagnosis } }) => {
    const crowdingRelief = intersection(['molar-distalization'], rx.crowdingRelief);
    const correction = intersection([157, 158], diagnosis.corrections);
    if (rx.molarAdjustment !== 'keep' || crowdingRelief.length + correction.length === 0) return null;
    const patch = {
      prescription: { crowdingRelief: difference(rx.crowdingRelief, crowdingRelief) },
      diagnosis: { corrections: difference(diagnosis.corrections, correction) },
    };
    return createRuleFinding(
      { crowdingRelief, correction },
      createPrescriptionFix('molarsFree', { molarAdjustment: undefined }),
      { way: 'molarsKeep', patch },
    );
  },
};

const flaringWithProtrusion: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'crowdingRelief' },
  looks: ({ sections: { prescription: rx, diagnosis } }) =>
    diagnosis.flags?.includes(102) && rx.crowdingRelief?.includes('labial-flaring')
      ? createRuleFinding({}, reliefOut(rx, ['labial-flaring']))
      : null,
};

const spacingWithoutGaps: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'gaps' },
  looks: ({ sections: { prescription, diagnosis } }) =>
    prescription.gaps === 'none' && diagnosis.flags?.includes(93)
      ? createRuleFinding(
          {},
          createPrescriptionFix('gapsClose', { gaps: 'close-all' }),
          createDiagnosisFix('flagsOff', { flags: difference(diagnosis.flags, [93]) }, { diagnosis: [93] }),
        )
      : null,
};

/** Findings that justify distalizing molars: a need for space in front, or the bite itself. */
const reasonsToDistalize: readonly Option<'diagnosis'>[] = [92, 94, 95, 96, 98, 102, 103, 151];

const distalizedForNothing: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'molarAdjustment' },
  looks: ({ sections: { prescription: rx, diagnosis } }) => {
    const neutral = rx.molarRight === 'neutral' && rx.molarLeft === 'neutral';
    const wanted = intersection(reasonsToDistalize, diagnosis.flags).length > 0;
    return rx.molarAdjustment === 'distalize' && neutral && !wanted
      ? createRuleFinding(
          { molar: ['neutral'] },
          createPrescriptionFix('molarsKeep', { molarAdjustment: 'keep' }),
        )
      : null;
  },
};

/** Reports models of only the arch that is not treated. An additional model of the opposing arch is fine. */
const modelOfOtherArch: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'files', field: 'upper' },
  looks: ({ sections: { prescription }, files }) => {
    const { arch } = prescription;
    if (arch !== 'upper' && arch !== 'lower') return null;
    const other = arch === 'upper' ? 'lower' : 'upper';
    const has = (slot: string) => files.some(file => file.kind === 'stl' && file.slot === slot);
    if (has(arch) || !has(other)) return null;
    const ways = [createPrescriptionFix('archOfModels', { arch: other }, { arch: [other] })];
    return { values: { arch: [arch] }, ways, field: arch };
  },
};

export const spaceRules = {
  reliefWithoutIpr,
  correctionWithoutIpr,
  anchorageForNothing,
  molarsKeptAndMoved,
  flaringWithProtrusion,
  spacingWithoutGaps,
  distalizedForNothing,
  modelOfOtherArch,
};
