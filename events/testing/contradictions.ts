/** Pairs of cases for each contradiction rule: one that violates the rule, and a minimally changed one that does not. */
import type { ContradictionName } from '../contradiction/contradictions.ts';
import type { ContradictionFacts, SectionPatch } from '../contradiction/rule.ts';
import * as s from '../script/orders.ts';
import type { Fdi } from '../tooth/fdi.ts';
import { LOWER_TEETH, UPPER_TEETH } from '../tooth/fdi.ts';
import { today } from './world.ts';

type Case = SectionPatch & { files?: ContradictionFacts['files'] };
type Pair = { planted: Case; clean: Case };

const stl = (slot: 'upper' | 'lower' | 'bite') => ({ kind: 'stl' as const, slot });
const both = [stl('upper'), stl('lower')];

/** A complete clear-aligner case without contradictions, with the given changes. */
export function consistentFacts({ files = both, ...patch }: Case): ContradictionFacts {
  const sections = {
    patient: { ...s.samplePatient, ...patch.patient },
    diagnosis: { ...s.sampleDiagnosis, ...patch.diagnosis },
    prescription: { ...s.sampleAlignerPrescription, ...patch.prescription },
    markers: { ...s.sampleMarkers, ...patch.markers },
    data: { ...s.sampleDataSection, ...patch.data },
  };
  return { sections, files, today };
}

const rx = (prescription: SectionPatch['prescription'], more: Case = {}): Case => ({ prescription, ...more });
const lingual = (change: object, more: Case = {}): Case =>
  rx(
    {
      ...s.sampleLingualPrescription,
      productType: 4,
      lingual: { ...s.sampleLingualPrescription.lingual, ...change },
    },
    more,
  );

const withoutThird = (row: readonly Fdi[]) => row.filter(tooth => tooth % 10 !== 8);
const upperMolars: Fdi[] = [17, 16, 26, 27];
const molars: Fdi[] = [...upperMolars, 47, 46, 36, 37];
const incisors: Fdi[] = [12, 11, 21, 22, 42, 41, 31, 32];
const distalized = rx({ crowdingRelief: ['molar-distalization'] });

export const contradictionPairs: Record<ContradictionName, Pair> = {
  extractionUnmarked: {
    planted: rx({ extraction: 'yes' }),
    clean: rx({ extraction: 'yes' }, { markers: { extract: [14, 24] } }),
  },
  extractionMarked: {
    planted: { markers: { extract: [14, 24] } },
    clean: rx({ extraction: 'not-sure' }, { markers: { extract: [14, 24] } }),
  },
  iprMarked: {
    planted: rx({ ipr: 'no', crowdingRelief: ['expansion'] }, { markers: { ipr: [{ contact: '11-21' }] } }),
    clean: rx({ ipr: 'not-sure' }, { markers: { ipr: [{ contact: '11-21' }] } }),
  },
  otherArchMarked: {
    planted: rx({ arch: 'upper' }, { markers: { noMove: [37], ipr: [{ contact: '41-31' }] } }),
    clean: rx({ arch: 'upper' }, { markers: { noMove: [27], missing: [37] } }),
  },
  archHeld: {
    planted: { markers: { noMove: withoutThird(LOWER_TEETH) }, ...rx({ crowdingRelief: ['ipr'] }) },
    clean: { markers: { noMove: withoutThird(LOWER_TEETH).slice(1) }, ...rx({ crowdingRelief: ['ipr'] }) },
  },
  reliefBlocked: {
    planted: { ...distalized, markers: { noMove: molars } },
    clean: { ...distalized, markers: { noMove: [15, 25] } },
  },
  reliefHindered: {
    planted: { ...distalized, markers: { noMove: [16] } },
    clean: { ...distalized, markers: { noMove: [18, 13] } },
  },
  midlineHeld: {
    planted: rx({ midline: 'left' }, { markers: { noMove: incisors } }),
    clean: rx({ midline: 'left' }, { markers: { noMove: incisors.slice(1) } }),
  },
  molarsHeld: {
    planted: rx({ molarAdjustment: 'mesialize', crowdingRelief: ['ipr'] }, { markers: { noMove: molars } }),
    clean: rx({ molarAdjustment: 'elastics', crowdingRelief: ['ipr'] }, { markers: { noMove: molars } }),
  },
  noPlaceToAttach: {
    planted: rx(
      { attachmentPosition: 'specified', attachmentTypes: ['rotation'] },
      { markers: { noAttachment: [...UPPER_TEETH, ...LOWER_TEETH], noMove: [] } },
    ),
    clean: rx(
      { attachmentPosition: 'specified', attachmentTypes: ['rotation'] },
      { markers: { noAttachment: [...UPPER_TEETH] } },
    ),
  },
  spaceKeptAndClosed: {
    planted: rx({ gaps: 'close-all' }, { markers: { missing: [46], reserveSpace: [46] } }),
    clean: rx({ gaps: 'keep-some' }, { markers: { missing: [46], reserveSpace: [46] } }),
  },
  gapsUnplaced: {
    planted: rx({ gaps: 'keep-some' }),
    clean: rx({ gaps: 'keep-some' }, { markers: { missing: [12], reserveSpace: [12] } }),
  },
  spaceWhereTooth: {
    planted: { markers: { reserveSpace: [12] } },
    clean: rx({ extraction: 'yes' }, { markers: { extract: [14], reserveSpace: [14] } }),
  },
  unusualExtraction: {
    planted: rx({ extraction: 'yes' }, { markers: { extract: [13, 24] } }),
    clean: rx({ extraction: 'yes' }, { markers: { extract: [14, 41] } }),
  },
  thirdMolars: {
    planted: { diagnosis: { corrections: [171] }, markers: { missing: [48] } },
    clean: rx(
      { extraction: 'yes' },
      { diagnosis: { corrections: [171] }, markers: { extract: [28], noMove: [] } },
    ),
  },
  iprTooMuch: {
    planted: { markers: { ipr: [{ contact: '11-21', mm: 0.6 }] } },
    clean: {
      markers: {
        ipr: [
          { contact: '11-21', mm: 0.5 },
          { contact: '15-14', mm: 0.6 },
        ],
      },
    },
  },
  iprOverSpace: {
    planted: { markers: { missing: [14], reserveSpace: [14], ipr: [{ contact: '15-13', mm: 0.5 }] } },
    clean: { markers: { missing: [14], ipr: [{ contact: '15-13', mm: 0.5 }] } },
  },
  implantUnmarked: {
    planted: rx({ productType: 3 }, { markers: { noMove: [] } }),
    clean: rx(
      { productType: 3 },
      { markers: { noMove: [36] }, ...rx({ productType: 3, crowdingRelief: ['ipr'] }) },
    ),
  },
  reliefWithoutIpr: {
    planted: rx({ ipr: 'no' }),
    clean: rx({ ipr: 'no', crowdingRelief: ['expansion'] }),
  },
  correctionWithoutIpr: {
    planted: rx({ ipr: 'no', crowdingRelief: ['expansion'] }, { diagnosis: { corrections: [159] } }),
    clean: { diagnosis: { corrections: [159] } },
  },
  anchorageForNothing: {
    planted: rx({ anchorage: 'strong' }),
    clean: rx({ anchorage: 'strong', crowdingRelief: ['molar-distalization'] }),
  },
  molarsKeptAndMoved: {
    planted: rx({ molarAdjustment: 'keep', crowdingRelief: ['molar-distalization'] }),
    clean: rx({ molarAdjustment: 'distalize', crowdingRelief: ['molar-distalization'] }),
  },
  flaringWithProtrusion: {
    planted: rx({ crowdingRelief: ['labial-flaring'] }, { diagnosis: { flags: [92, 102] } }),
    clean: rx({ crowdingRelief: ['labial-flaring'] }, { diagnosis: { flags: [92, 98] } }),
  },
  spacingWithoutGaps: {
    planted: rx({ gaps: 'none' }, { diagnosis: { flags: [92, 93] } }),
    clean: rx({ gaps: 'close-all' }, { diagnosis: { flags: [92, 93] } }),
  },
  distalizedForNothing: {
    planted: rx({ molarAdjustment: 'distalize' }, { diagnosis: { flags: [100] } }),
    clean: rx({ molarAdjustment: 'distalize' }, { diagnosis: { flags: [92, 100] } }),
  },
  modelOfOtherArch: {
    planted: rx({ arch: 'upper' }, { files: [stl('lower')], markers: { noMove: [] } }),
    clean: rx({ arch: 'upper' }),
  },
  classesTogether: {
    planted: rx({ molarRight: 'distal' }, { diagnosis: { flags: [92, 94, 95] } }),
    clean: rx({ molarRight: 'distal' }, { diagnosis: { flags: [92, 94] } }),
  },
  openAndDeep: {
    planted: { diagnosis: { flags: [92, 97, 100] } },
    clean: { diagnosis: { flags: [92, 97] } },
  },
  edgeAndDeepOverjet: {
    planted: rx({ overjet: 'severe' }, { diagnosis: { flags: [92, 103, 151] } }),
    clean: rx({ overjet: 'severe' }, { diagnosis: { flags: [92, 103] } }),
  },
  classTwoMolars: {
    planted: { diagnosis: { flags: [92, 95] } },
    clean: rx({ molarLeft: 'distal' }, { diagnosis: { flags: [92, 95] } }),
  },
  classThreeMolars: {
    planted: rx({ molarLeft: 'distal' }, { diagnosis: { flags: [92, 96] } }),
    clean: { diagnosis: { flags: [92, 96] } },
  },
  elasticsWithoutClassThree: {
    planted: { diagnosis: { corrections: [170] } },
    clean: { diagnosis: { flags: [92, 96], corrections: [170] } },
  },
  openBiteGrade: {
    planted: rx({ overbite: 'severe' }, { diagnosis: { flags: [92, 97] } }),
    clean: rx({ overbite: 'normal' }, { diagnosis: { flags: [92, 97] } }),
  },
  deepOverbiteGrade: {
    planted: rx({ overbite: 'normal' }),
    clean: rx({ overbite: 'moderate' }),
  },
  deepOverjetGrade: {
    planted: rx({ overjet: 'normal' }, { diagnosis: { flags: [92, 103] } }),
    clean: rx({ overjet: 'mild' }, { diagnosis: { flags: [92, 103] } }),
  },
  biteWorsened: {
    planted: { diagnosis: { flags: [92, 97], corrections: [160, 169] } },
    clean: { diagnosis: { flags: [92, 97], corrections: [161, 162, 169] } },
  },
  narrowArchShrunk: {
    planted: { diagnosis: { flags: [92, 101], corrections: [166] } },
    clean: { diagnosis: { flags: [92, 101], corrections: [168] } },
  },
  lockKeptAndCorrected: {
    planted: rx({ posteriorLock: 'keep' }, { diagnosis: { flags: [92, 99], corrections: [168] } }),
    clean: rx({ posteriorLock: 'correct' }, { diagnosis: { flags: [92, 99], corrections: [168] } }),
  },
  visitBeforeBirth: {
    planted: { patient: { visitDate: '1989-02-28' } },
    clean: { patient: { visitDate: '2026-02-28' } },
  },
  tooYoung: {
    planted: { patient: { birthDate: '2020-03-03' } },
    clean: { patient: { birthDate: '2020-03-02' } },
  },
  biteScanned: {
    planted: { diagnosis: { bite: 'not-taken' }, files: [...both, stl('bite')] },
    clean: { files: [...both, stl('bite')] },
  },
  lingualProduct: {
    planted: { prescription: { ...s.sampleLingualPrescription, productType: 3 } },
    clean: { prescription: { ...s.sampleLingualPrescription, productType: 1 } },
  },
  anglesWithoutBracket: {
    planted: lingual({ torque: { '11': 7, '21': 7, '13': 4 }, tip: { '23': 5 } }),
    clean: lingual({ torque: { '11': 7, '21': 7, '13': 0 }, slice: { '23': 0.2 } }),
  },
  wiresWithoutBrackets: {
    planted: lingual({ archwires: [{ arch: 'both', material: 'niti', diameter: '0.014' }] }),
    clean: lingual({ archwires: [{ arch: 'upper', material: 'niti', diameter: '0.014' }] }),
  },
  narrowArchNarrowed: {
    planted: lingual({ archWidth: 'narrow' }, { diagnosis: { flags: [92, 101] } }),
    clean: lingual({ archWidth: 'widen' }, { diagnosis: { flags: [92, 101] } }),
  },
};
