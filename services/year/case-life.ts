/** A case of a simulated year, with the facts on which its future depends. */
import { type CaseState, initialCaseState } from '#events/case/case.ts';
import { patientViewer } from '#events/case/permissions.ts';
import type { Viewer } from '#events/person/position.ts';
import { createRandom, type Random } from '#events/script/random.ts';
import type { YearOrder } from './orders.ts';
import type { YearDoctor } from './staff.ts';
import type { YearIds } from './year-ids.ts';

export type CaseLife = {
  /** Number from which the ids of the case derive. */
  readonly number: number;
  state: CaseState;
  /** Random numbers of this case alone, so that cases do not depend on each other's choices. */
  readonly random: Random;
  doctor: YearDoctor;
  readonly order: YearOrder;
  /** Holder of the patient's link. */
  readonly patient: Viewer;
  /** Id of the patient's first case: the subject whose key seals the personal data. */
  root: string;
  readonly parent: CaseLife | null;
  /** Steps of the draft that remain to be done. */
  todo: ((life: CaseLife) => void)[];
  /** Rises with each step of the lifecycle, so that steps planned earlier are dropped. */
  turn: number;
  /** Number of commands so far. */
  commands: number;
  /** True if the patient reports each change of aligner. */
  reports: boolean;
  /** Probability that the patient forgets a change for some days. */
  forgets: number;
};

export type NewCaseLife = Pick<CaseLife, 'order' | 'doctor' | 'parent'>;

/** Mixes a case's number into the seed, so that the random numbers of different cases differ widely. */
const seedOf = (seed: number, number: number) => Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b);

/** Creates a case before its first event. */
export const createCaseLife = (
  number: number,
  { order, doctor, parent }: NewCaseLife,
  ids: YearIds,
): CaseLife => ({
  ...{ number, order, doctor, parent, state: initialCaseState },
  random: createRandom(seedOf(ids.seed, number)),
  patient: patientViewer(ids.of(`case ${number}/link`)),
  ...{ root: parent?.root ?? '', todo: [], turn: 0, commands: 0, reports: false, forgets: 0 },
});
