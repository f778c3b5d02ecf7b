/** The people of a simulated year: the demo's accounts, and as many others as the number of cases requires. */
import type { Viewer } from '#events/person/position.ts';
import type { Random } from '#events/script/random.ts';
import { demoOrganisations } from '../seed/people.ts';
import { lognormalNumber } from './chance.ts';
import { createDoctors } from './doctors.ts';
import { findDemoPerson, type HiringState, hirePerson, withEmploymentTerm } from './hiring.ts';
import { DAY_MS } from './work-calendar.ts';
import type { YearPlan } from './year-plan.ts';

export type YearPerson = {
  viewer: Viewer;
  userName: string;
  name: string;
  phone: string;
  email: string;
  /** First and last moment of the account; Infinity if it does not end. */
  from: number;
  until: number;
};

export type YearClinic = { clinic: string; address: string; zip: string; phone: string };

export type YearDoctor = YearPerson & {
  clinic: YearClinic;
  /** The assistant who does the doctor's paperwork, otherwise the doctor. */
  clerk: Viewer;
  /** Relative number of cases. */
  weight: number;
  /** Median hours until an answer. */
  hours: number;
  /** Probability of refusing a first plan. */
  strictness: number;
};

export type YearTechnician = YearPerson & {
  /** Duration of this person's designs, relative to the average. */
  pace: number;
  /** Added probability that a plan of this person is refused while the person is new. */
  novice: number;
  /** Time at which the work on all assigned cases is done. */
  freeAt: number;
  /** Absence during the month of shortage, if any. */
  absent?: { from: number; until: number };
};

/** A reviewer with a queue of their own. */
type YearExpert = YearPerson & { freeAt: number };

export type YearOrganisation = {
  orgId: string;
  name: string;
  names: { en: string; 'zh-CN': string };
  servedBy: string;
  zone: string;
};

export type YearStaff = {
  organisations: readonly YearOrganisation[];
  people: readonly YearPerson[];
  doctors: readonly YearDoctor[];
  technicians: readonly YearTechnician[];
  experts: readonly YearExpert[];
  supervisors: readonly YearPerson[];
  service: readonly YearPerson[];
  vendors: readonly YearPerson[];
};

/** Number of cases in a year for each person of a position. */
const perPerson = { technician: 450, expert: 1300, supervisor: 5000, service: 3500, vendor: 5000 };
/** With fewer technicians, nobody would be left in the month of shortage of a small year. */
const FEWEST_TECHNICIANS = 5;
/** Shares of technicians who join and who leave during the year, and who are hired after the month of shortage. */
const [COMES, LEAVES, HIRED_AFTER] = [0.25, 0.15, 0.12];
/** Of every five technicians, so many are absent in the month of shortage. The demo's two are always present. */
const ABSENT_OF_FIVE = 2;
/** Added probability that a plan of a new technician is refused. */
const NOVICE = 0.2;

const countFor = ({ cases }: YearPlan, job: keyof typeof perPerson) =>
  Math.max(1, Math.round(cases / perPerson[job]));

/** True while a person has an account. */
export const isEmployed = ({ from, until }: Pick<YearPerson, 'from' | 'until'>, now: number): boolean =>
  from <= now && now < until;

function createTechnicians(hiring: HiringState): YearTechnician[] {
  const { random, plan } = hiring;
  const count = Math.max(FEWEST_TECHNICIANS, countFor(plan, 'technician'));
  const facts = () => ({ pace: lognormalNumber(random, 1, 0.18), novice: 0, freeAt: plan.start });
  const own = ['technician', 'technician2'].map(name => ({ ...findDemoPerson(name, plan), ...facts() }));
  const others = Array.from({ length: count - own.length }, (_, i) => {
    const one = { ...hirePerson(hiring, 'Technician', 'archline'), ...facts() };
    const person = withEmploymentTerm(one, hiring, { comes: COMES, leaves: LEAVES });
    const novice = person.from > plan.start ? NOVICE : 0;
    return { ...person, novice, ...(i % 5 < ABSENT_OF_FIVE ? { absent: plan.shortage } : {}) };
  });
  const hired = Array.from({ length: Math.round(count * HIRED_AFTER) }, (_, i) => ({
    ...{ ...hirePerson(hiring, 'Technician', 'archline'), ...facts(), novice: NOVICE },
    from: plan.shortage.until + i * 3 * DAY_MS,
  }));
  return [...own, ...others, ...hired];
}

/** Creates the colleagues of a position: the demo's person first, then others. */
function createColleagues(hiring: HiringState, first: string, job: keyof typeof perPerson): YearPerson[] {
  const person = findDemoPerson(first, hiring.plan);
  const { position } = person.viewer;
  const others = Array.from({ length: countFor(hiring.plan, job) - 1 }, () =>
    hirePerson(hiring, position, 'archline'),
  );
  return [person, ...others];
}

/** Returns the people of a year. Names, contacts and habits depend on the seed. */
export function createStaff(plan: YearPlan, random: Random): YearStaff {
  const hiring: HiringState = { random, plan, count: 0 };
  const { doctors, assistants, clinics } = createDoctors(hiring);
  const technicians = createTechnicians(hiring);
  const experts = createColleagues(hiring, 'expert', 'expert').map(one => ({ ...one, freeAt: plan.start }));
  const supervisors = createColleagues(hiring, 'supervisor', 'supervisor');
  const service = createColleagues(hiring, 'service', 'service');
  const vendors = createColleagues(hiring, 'vendor', 'vendor');
  const office = ['admin', 'analyst'].map(name => findDemoPerson(name, plan));
  const clinicians = [...doctors, ...assistants];
  const laboratory = [...technicians, ...experts, ...supervisors, ...service, ...vendors, ...office];
  return {
    organisations: [...demoOrganisations.map(withNames), ...clinics],
    people: [...clinicians, ...laboratory],
    ...{ doctors, technicians, experts, supervisors, service, vendors },
  };
}

const withNames = (one: (typeof demoOrganisations)[number]): YearOrganisation => ({
  ...one,
  names: 'names' in one ? one.names : { en: one.name, 'zh-CN': one.name },
});
