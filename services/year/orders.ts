/** Orders of simulated patients: the demo's treatments with individual numbers. */
import { dayNumber, dayOfNumber } from '#events/case/calendar.ts';
import type { Sections } from '#events/case/sections.ts';
import type { Random } from '#events/script/random.ts';
import { type DemoTreatment, type DemoTreatmentName, demoTreatments } from '../seed/prescriptions.ts';
import { lognormalNumber, pickWeighted, randomBetween } from './chance.ts';
import { randomFullName } from './names.ts';
import type { YearDoctor } from './staff.ts';

export type YearOrder = {
  treatment: DemoTreatmentName;
  patient: Sections['patient'];
  diagnosis: Sections['diagnosis'];
  prescription: Sections['prescription'];
  markers: Sections['markers'];
  delivery: NonNullable<Sections['data']['deliveryAddress']>;
  stages: { upper: number; lower: number };
  /** Days for which each aligner is worn. */
  days: number;
  /** True if plaster models are sent by courier instead of scans. */
  plaster: boolean;
};

/** Shares of the treatments. */
const mix: readonly (readonly [DemoTreatmentName, number])[] = [
  ['crowding', 34],
  ['upperOnly', 18],
  ['spacing', 14],
  ['deepBite', 12],
  ['extraction', 9],
  ['classThree', 5],
  ['lingual', 4],
  ['implant', 4],
];
/**
 * Shares of orders with plaster models, for women, for patients with a name in Latin letters, from a preset, and with
 * bruxism.
 */
const [PLASTER, WOMEN, FOREIGN, PRESET, BRUXISM] = [0.07, 0.66, 0.05, 0.4, 0.1];
/** Median length of a treatment relative to the demo's, which are long. */
const LENGTH = 0.62;
const presets = ['轻度拥挤', '常规不拔牙', '拔牙内收', '扩弓加邻面去釉'];
const complaints = [
  '前牙不齐，影响美观。',
  '门牙前突，要求内收。',
  '牙缝大，食物嵌塞。',
  '下前牙拥挤，刷牙不便。',
  '幼时矫治后复发。',
  '咬合深，前牙磨耗。',
];

/** Returns an age. Most patients are young adults, some are teenagers, and few are old. */
const ageOf = (random: Random) =>
  random.chance(0.24) ? randomBetween(random, 13, 18) : Math.min(62, 17 + lognormalNumber(random, 10, 0.55));

const scaled = (stages: number, factor: number) =>
  stages === 0 ? 0 : Math.max(5, Math.min(48, Math.round(stages * factor)));

function prescriptionOf({ prescription }: DemoTreatment, random: Random): Sections['prescription'] {
  if (prescription.method === 2) return prescription;
  return {
    ...prescription,
    productType:
      prescription.productType === 3
        ? 3
        : pickWeighted(random, [
            [1, 5],
            [2, 3],
            [4, 1],
          ] as const),
    preset: random.chance(PRESET) ? random.pick(presets) : undefined,
    bruxism: random.chance(BRUXISM) ? 'yes' : 'no',
    angle: pickWeighted(random, [
      [1, 1],
      [2, 6],
      [3, 1],
    ] as const),
  };
}

/** Lingual treatments have no aligners, only a first and a last position. */
function stagesOf(treatment: DemoTreatmentName, random: Random): YearOrder['stages'] {
  const { stages }: DemoTreatment = demoTreatments[treatment];
  if (treatment === 'lingual') return stages;
  const factor = lognormalNumber(random, LENGTH, 0.32);
  return { upper: scaled(stages.upper, factor), lower: scaled(stages.lower, factor) };
}

/** Returns the order of a new patient. @param day yyyy-mm-dd */
export function createOrder(doctor: YearDoctor, day: string, random: Random): YearOrder {
  const treatment = pickWeighted(random, mix);
  const of: DemoTreatment = demoTreatments[treatment];
  const gender = random.chance(WOMEN) ? 2 : 1;
  const { clinic, address, zip, phone } = doctor.clinic;
  const foreign = doctor.viewer.orgId === 'other' ? 1 : FOREIGN;
  return {
    treatment,
    patient: {
      name: randomFullName(random, gender, foreign),
      gender,
      birthDate: dayOfNumber(dayNumber(day) - Math.round(ageOf(random) * 365.25)),
      address: address.slice(0, 3),
      doctor: doctor.name,
      clinic,
      clinicAddress: address,
    },
    diagnosis: { ...of.diagnosis, complaint: random.pick(complaints) },
    prescription: prescriptionOf(of, random),
    markers: of.markers,
    delivery: { consignee: doctor.name, phone, address, zip, clinic },
    stages: stagesOf(treatment, random),
    days: pickWeighted(random, [
      [7, 7],
      [10, 2],
      [14, 1],
    ] as const),
    plaster: random.chance(PLASTER),
  };
}

/** Returns the order of a refinement: the same patient with few stages left. */
export function createRefinementOrder(order: YearOrder, random: Random): YearOrder {
  const few = (count: number) => (count === 0 ? 0 : 5 + random.below(8));
  const { upper, lower } = order.stages;
  const stages = order.treatment === 'lingual' ? order.stages : { upper: few(upper), lower: few(lower) };
  return { ...order, stages, plaster: false };
}
