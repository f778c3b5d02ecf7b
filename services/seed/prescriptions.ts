/** Treatments of the demo's doctors: completed sections of the wizard. */
import type { Sections } from '#events/case/sections.ts';
import { sampleAlignerPrescription } from '#events/script/orders.ts';

export type DemoTreatment = {
  diagnosis: Pick<Sections['diagnosis'], 'flags' | 'corrections' | 'bite'>;
  prescription: Sections['prescription'];
  markers: Sections['markers'];
  /** Stages of the resulting plan, per arch. */
  stages: { upper: number; lower: number };
};

const usual: Sections['prescription'] = {
  ...sampleAlignerPrescription,
  overbite: 'normal',
  overjet: 'mild',
  crowdingRelief: ['expansion', 'ipr'],
  profile: 'keep',
  bruxism: 'no',
};

const rx = (change: Sections['prescription']): Sections['prescription'] => ({ ...usual, ...change });

const teeth = (codes: readonly number[], value: number) =>
  Object.fromEntries(codes.map(c => [String(c), value]));
const front = [13, 12, 11, 21, 22, 23, 33, 32, 31, 41, 42, 43];

export const demoTreatments = {
  crowding: {
    diagnosis: { flags: [92, 95], corrections: [159, 169], bite: 'taken' },
    prescription: rx({ molarRight: 'distal' }),
    markers: {
      noMove: [17, 27],
      ipr: [
        { contact: '12-11', mm: 0.3 },
        { contact: '11-21', mm: 0.2 },
        { contact: '22-23', mm: 0.3 },
        { contact: '42-41', mm: 0.3 },
        { contact: '41-31', mm: 0.3 },
        { contact: '31-32', mm: 0.2 },
        { contact: '32-33', mm: 0.2 },
      ],
      confirmed: true,
    },
    stages: { upper: 24, lower: 20 },
  },
  extraction: {
    diagnosis: { flags: [92, 101, 102], corrections: [164, 167], bite: 'taken' },
    prescription: rx({
      extraction: 'yes',
      anchorage: 'strong',
      overjet: 'moderate',
      profile: 'improve',
      crowdingRelief: ['molar-distalization'],
    }),
    markers: { extract: [14, 24, 35, 45], noAttachment: [11, 21], confirmed: true },
    stages: { upper: 42, lower: 38 },
  },
  spacing: {
    diagnosis: { flags: [93], corrections: [164], bite: 'taken' },
    prescription: rx({ ipr: 'no', gaps: 'close-all', crowdingRelief: undefined, productType: 2 }),
    markers: { noMove: [], reserveSpace: [], confirmed: true },
    stages: { upper: 16, lower: 12 },
  },
  deepBite: {
    diagnosis: { flags: [92, 100, 94], corrections: [160, 163], bite: 'taken' },
    prescription: rx({
      overbite: 'severe',
      overjet: 'moderate',
      molarRight: 'distal',
      molarLeft: 'distal',
      midline: 'adjust',
      midlineAmount: '1-2-mm',
      attachmentPosition: 'specified',
      attachmentTypes: ['horizontal-rectangle', 'root-control'],
    }),
    markers: {
      noAttachment: [11, 21],
      ipr: [
        { contact: '42-41', mm: 0.3 },
        { contact: '32-33', mm: 0.2 },
      ],
      confirmed: true,
    },
    stages: { upper: 30, lower: 28 },
  },
  classThree: {
    diagnosis: { flags: [96, 98, 151], corrections: [158, 170], bite: 'not-taken' },
    prescription: rx({
      molarRight: 'mesial',
      molarLeft: 'mesial',
      overjet: 'severe',
      molarAdjustment: 'elastics',
      step: 0.15,
      crowdingRelief: ['labial-flaring'],
    }),
    markers: { missing: [38, 48], confirmed: true },
    stages: { upper: 26, lower: 32 },
  },
  upperOnly: {
    diagnosis: { flags: [103], corrections: [169], bite: 'taken' },
    prescription: rx({
      arch: 'upper',
      productType: 2,
      ipr: 'not-sure',
      crowdingRelief: undefined,
      step: 0.25,
    }),
    markers: { confirmed: true },
    stages: { upper: 14, lower: 0 },
  },
  implant: {
    diagnosis: { flags: [93, 104], corrections: [157], bite: 'taken' },
    prescription: rx({ productType: 3, gaps: 'keep-some', crowdingRelief: undefined }),
    markers: { missing: [46], reserveSpace: [46], confirmed: true },
    stages: { upper: 18, lower: 22 },
  },
  lingual: {
    diagnosis: { flags: [92, 101], corrections: [168, 169], bite: 'taken' },
    prescription: {
      method: 2,
      productType: 4,
      lingual: {
        archShape: 'oval',
        archWidth: 'as-setup-requires',
        brackets: Object.fromEntries(front.map(c => [String(c), ['B' as const]])),
        torque: teeth(front, 13),
        archwires: [
          { arch: 'both', material: 'niti', diameter: '0.014' },
          { arch: 'both', material: 'niti', diameter: '0.016x0.022' },
          { arch: 'upper', material: 'ss', diameter: '0.016x0.024', extraTorque: 13 },
        ],
      },
    },
    markers: {},
    stages: { upper: 1, lower: 1 },
  },
} as const satisfies Record<string, DemoTreatment>;

export type DemoTreatmentName = keyof typeof demoTreatments;
