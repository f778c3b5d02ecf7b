/** Rules on space and movement in a clear-aligner prescription. */
import type { Option } from '../case/options.ts';
import type { Prescription } from '../case/sections.ts';
import {
  among,
  byDiagnosis,
  byPrescription,
  type Facts,
  found,
  type Rule,
  type Way,
  without,
} from './rule.ts';

const aligners = { method: 1 } as const;

const reliefOut = (rx: Prescription, gone: readonly Option<'crowdingRelief'>[]): Way =>
  byPrescription('reliefOut', { crowdingRelief: without(rx.crowdingRelief, gone) }, { crowdingRelief: gone });

const reliefWithoutIpr: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'prescription', field: 'crowdingRelief' },
  looks: ({ sections: { prescription: rx } }) =>
    rx.ipr === 'no' && rx.crowdingRelief?.includes('ipr')
      ? found({}, byPrescription('iprYes', { ipr: 'yes' }), reliefOut(rx, ['ipr']))
      : null,
};

const correctionWithoutIpr: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'prescription', field: 'ipr' },
  looks: ({ sections: { prescription, diagnosis } }) => {
    if (prescription.ipr !== 'no' || !diagnosis.corrections?.includes(159)) return null;
    const corrections = without(diagnosis.corrections, [159]);
    return found(
      {},
      byPrescription('iprYes', { ipr: 'yes' }),
      byDiagnosis('correctionsOff', { corrections }, { correction: [159] }),
    );
  },
};

/** Whether anchorage has a purpose: closing spaces, or distalizing molars against the front. */
function asksForAnchorage({ sections: { prescription: rx, diagnosis, markers } }: Facts): boolean {
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

const anchorageForNothing: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'anchorage' },
  looks: facts =>
    facts.sections.prescription.anchorage === 'strong' && !asksForAnchorage(facts)
      ? found({}, byPrescription('anchorageModerate', { anchorage: 'moderate' }))
      : null,
};

const molarsKeptAndMoved: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'molarAdjustment' },
  looks: ({ sections: { prescription: rx, diagnosis } }) => {
    const crowdingRelief = among(['molar-distalization'], rx.crowdingRelief);
    const correction = among([157, 158], diagnosis.corrections);
    if (rx.molarAdjustment !== 'keep' || crowdingRelief.length + correction.length === 0) return null;
    const patch = {
      prescription: { crowdingRelief: without(rx.crowdingRelief, crowdingRelief) },
      diagnosis: { corrections: without(diagnosis.corrections, correction) },
    };
    return found(
      { crowdingRelief, correction },
      byPrescription('molarsFree', { molarAdjustment: undefined }),
      { way: 'molarsKeep', patch },
    );
  },
};

const flaringWithProtrusion: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'crowdingRelief' },
  looks: ({ sections: { prescription: rx, diagnosis } }) =>
    diagnosis.flags?.includes(102) && rx.crowdingRelief?.includes('labial-flaring')
      ? found({}, reliefOut(rx, ['labial-flaring']))
      : null,
};

const spacingWithoutGaps: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'gaps' },
  looks: ({ sections: { prescription, diagnosis } }) =>
    prescription.gaps === 'none' && diagnosis.flags?.includes(93)
      ? found(
          {},
          byPrescription('gapsClose', { gaps: 'close-all' }),
          byDiagnosis('flagsOff', { flags: without(diagnosis.flags, [93]) }, { diagnosis: [93] }),
        )
      : null,
};

/** Findings that justify distalizing molars: a need for space in front, or the bite itself. */
const reasonsToDistalize: readonly Option<'diagnosis'>[] = [92, 94, 95, 96, 98, 102, 103, 151];

const distalizedForNothing: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'prescription', field: 'molarAdjustment' },
  looks: ({ sections: { prescription: rx, diagnosis } }) => {
    const neutral = rx.molarRight === 'neutral' && rx.molarLeft === 'neutral';
    const wanted = among(reasonsToDistalize, diagnosis.flags).length > 0;
    return rx.molarAdjustment === 'distalize' && neutral && !wanted
      ? found({ molar: ['neutral'] }, byPrescription('molarsKeep', { molarAdjustment: 'keep' }))
      : null;
  },
};

/** Reports models of only the arch that is not treated. An additional model of the opposing arch is fine. */
const modelOfOtherArch: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'files', field: 'upper' },
  looks: ({ sections: { prescription }, files }) => {
    const { arch } = prescription;
    if (arch !== 'upper' && arch !== 'lower') return null;
    const other = arch === 'upper' ? 'lower' : 'upper';
    const has = (slot: string) => files.some(file => file.kind === 'stl' && file.slot === slot);
    if (has(arch) || !has(other)) return null;
    const ways = [byPrescription('archOfModels', { arch: other }, { arch: [other] })];
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
