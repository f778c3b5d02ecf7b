/** The people of a simulated year: the demo's accounts, and as many more as the number of cases needs. */
import type { Position, Viewer } from '#events/person/position.ts';
import type { Random } from '#events/script/random.ts';
import { clinics, demoPeople, organisations } from '../seed/people.ts';
import { between, lognormal } from './chance.ts';
import { cities, clinicName, fullName } from './names.ts';
import { DAY } from './work-calendar.ts';
import type { YearPlan } from './year-plan.ts';

export type YearPerson = {
  viewer: Viewer;
  userName: string;
  name: string;
  phone: string;
  email: string;
  /** First and last moment of the account; Infinity without an end. */
  from: number;
  until: number;
};

type Clinic = { clinic: string; address: string; zip: string; phone: string };

export type YearDoctor = YearPerson & {
  clinic: Clinic;
  /** The assistant who does the paperwork, or the doctor. */
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
  /** Added probability that a plan is refused, while new. */
  novice: number;
  /** Moment at which the work on all assigned cases is done. */
  freeAt: number;
  /** Absence of the bad month, or undefined. */
  absent?: { from: number; until: number };
};

/** A reviewer with a queue of their own. */
type YearExpert = YearPerson & { freeAt: number };

type YearOrganisation = {
  orgId: string;
  name: string;
  names: { en: string; 'zh-CN': string };
  servedBy: string;
  zone: string;
};

export type Staff = {
  organisations: readonly YearOrganisation[];
  people: readonly YearPerson[];
  doctors: readonly YearDoctor[];
  technicians: readonly YearTechnician[];
  experts: readonly YearExpert[];
  supervisors: readonly YearPerson[];
  service: readonly YearPerson[];
  vendors: readonly YearPerson[];
};

/** Cases of a year for each person of a position. */
const perPerson = {
  doctor: 85,
  technician: 450,
  expert: 1300,
  supervisor: 5000,
  service: 3500,
  vendor: 5000,
};
/** Doctors of one clinic. */
const CLINIC_DOCTORS = 7;

type Hiring = { random: Random; plan: YearPlan; count: number };

const countFor = ({ cases }: YearPlan, job: keyof typeof perPerson) =>
  Math.max(1, Math.round(cases / perPerson[job]));

function hire(hiring: Hiring, position: Position, orgId: string, serves: readonly string[] = []): YearPerson {
  const { random, plan } = hiring;
  const number = ++hiring.count;
  const login = `${position.toLowerCase()}${100 + number}`;
  return {
    viewer: { id: `p-${login}`, position, orgId, serves },
    userName: login,
    name: fullName(random, random.pick([1, 2] as const), 0.04),
    phone: `139${String(10_000_000 + number * 37)}`,
    email: `${login}@example.com`,
    from: plan.start,
    until: Number.POSITIVE_INFINITY,
  };
}

function demoPerson(userName: string, plan: YearPlan): YearPerson {
  const found = demoPeople.find(person => person.userName === userName);
  if (!found) throw new Error(`${userName} is not in the demo`);
  const { personId: id, position, orgId, serves, name, phone, email } = found;
  const viewer = { id, position, orgId, serves };
  return { viewer, userName, name, phone, email, from: plan.start, until: Number.POSITIVE_INFINITY };
}

/** Some people come during the year and some leave. */
function withTerm<P extends YearPerson>(
  person: P,
  { random, plan }: Hiring,
  comes: number,
  leaves: number,
): P {
  const { start, end } = plan;
  const from = random.chance(comes) ? start + random.next() * 0.7 * (end - start) : start;
  const stays = Math.max(90 * DAY, random.next() * (end - from));
  const until = random.chance(leaves) ? from + stays : Number.POSITIVE_INFINITY;
  return { ...person, from, until: until < end ? until : Number.POSITIVE_INFINITY };
}

function doctorOf(person: YearPerson, clinic: Clinic, random: Random): YearDoctor {
  return {
    ...person,
    clinic,
    clerk: person.viewer,
    weight: lognormal(random, 1, 0.9),
    hours: lognormal(random, 15, 0.7),
    strictness: between(random, 0.25, 0.75),
  };
}

function clinicAt(index: number, random: Random): Clinic {
  const [city, zip, code] = cities[index % cities.length] ?? cities[0];
  const clinic = clinicName(index, city);
  return {
    clinic,
    address: `${city}人民路 ${1 + random.below(900)} 号`,
    zip,
    phone: `${code}-${62_000_000 + random.below(900_000)}`,
  };
}

const demoClinic = (userName: 'doctor' | 'doctor2' | 'designer' | 'other'): Clinic => {
  const { clinic = '', address = '', zip = '' } = clinics[userName] ?? {};
  return { clinic, address, zip, phone: '021-62881266' };
};

/** Shares of cases of the demo's doctors: of an average doctor, of all cases. */
function demoDoctors({ random, plan }: Hiring, total: number): YearDoctor[] {
  const of = (userName: 'doctor' | 'doctor2' | 'designer' | 'other', weight: number) => ({
    ...doctorOf(demoPerson(userName, plan), demoClinic(userName), random),
    weight,
  });
  return [of('doctor', 2), of('doctor2', 1), of('designer', 0.012 * total), of('other', 0.003 * total)];
}

function clinicDoctors(hiring: Hiring, orgId: string, index: number, count: number): YearDoctor[] {
  const { random } = hiring;
  return Array.from({ length: count }, () =>
    withTerm(
      doctorOf(hire(hiring, 'Doctor', orgId), clinicAt(index, random), random),
      hiring,
      index === 0 ? 0 : 0.3,
      0.08,
    ),
  );
}

/** Every third doctor has an assistant. */
function assistantsOf(hiring: Hiring, doctors: YearDoctor[]): YearPerson[] {
  const assistant = demoPerson('assistant', hiring.plan);
  const others: YearPerson[] = [];
  for (const doctor of doctors) {
    const { id, orgId } = doctor.viewer;
    if (id === 'p-doctor') doctor.clerk = assistant.viewer;
    else if (doctor.viewer.position === 'Doctor' && orgId !== 'other' && hiring.random.chance(0.33)) {
      const helper = { ...hire(hiring, 'Assistant', orgId, [id]), from: doctor.from, until: doctor.until };
      doctor.clerk = helper.viewer;
      others.push(helper);
    }
  }
  return [assistant, ...others];
}

/** Fewer would leave nobody in the bad month of a small year. */
const FEWEST_TECHNICIANS = 5;
/** Share of technicians who are hired after the bad month. */
const HIRED_AFTER = 0.12;

/** In the bad month four of ten technicians are absent; new ones are hired then. The demo's two are always there. */
function technicians(hiring: Hiring): YearTechnician[] {
  const { random, plan } = hiring;
  const count = Math.max(FEWEST_TECHNICIANS, countFor(plan, 'technician'));
  const facts = () => ({ pace: lognormal(random, 1, 0.18), novice: 0, freeAt: plan.start });
  const own = ['technician', 'technician2'].map(name => ({ ...demoPerson(name, plan), ...facts() }));
  const others = Array.from({ length: Math.max(0, count - own.length) }, (_, i) => {
    const person = withTerm({ ...hire(hiring, 'Technician', 'archline'), ...facts() }, hiring, 0.25, 0.15);
    const novice = person.from > plan.start ? 0.2 : 0;
    return { ...person, novice, ...(i % 5 < 2 ? { absent: plan.shortage } : {}) };
  });
  const hired = Array.from({ length: Math.round(count * HIRED_AFTER) }, (_, i) => ({
    ...{ ...hire(hiring, 'Technician', 'archline'), ...facts(), novice: 0.2 },
    from: plan.shortage.until + i * 3 * DAY,
  }));
  return [...own, ...others, ...hired];
}

function colleagues(hiring: Hiring, first: string, job: keyof typeof perPerson, position: Position) {
  const others = Array.from({ length: countFor(hiring.plan, job) - 1 }, () =>
    hire(hiring, position, 'archline'),
  );
  return [demoPerson(first, hiring.plan), ...others];
}

/** Returns the people of a year. Names, contacts and habits depend on the seed. */
export function createStaff(plan: YearPlan, random: Random): Staff {
  const hiring: Hiring = { random, plan, count: 0 };
  const total = countFor(plan, 'doctor');
  const groups = Array.from({ length: Math.ceil(total / CLINIC_DOCTORS) }, (_, i) => ({
    orgId: i === 0 ? 'archline' : `clinic${i}`,
    index: i,
    count: Math.min(CLINIC_DOCTORS, total - i * CLINIC_DOCTORS),
  }));
  const doctors = [
    ...demoDoctors(hiring, total),
    ...groups.flatMap(({ orgId, index, count }) => clinicDoctors(hiring, orgId, index, count)),
  ];
  const clinicOrganisations = groups.slice(1).map(({ orgId, index }) => {
    const [city] = cities[index % cities.length] ?? cities[0];
    const name = clinicName(index, city);
    const names = { en: `Clinic ${index}`, 'zh-CN': name };
    return { orgId, name, names, servedBy: 'archline', zone: 'Asia/Shanghai' };
  });
  const assistants = assistantsOf(hiring, doctors);
  const designers = technicians(hiring);
  const experts = colleagues(hiring, 'expert', 'expert', 'Specialist').map(person => ({
    ...person,
    freeAt: plan.start,
  }));
  const supervisors = colleagues(hiring, 'supervisor', 'supervisor', 'SuperMechanic');
  const service = colleagues(hiring, 'service', 'service', 'Service');
  const vendors = colleagues(hiring, 'vendor', 'vendor', 'VendorAdmin');
  const office = ['admin', 'analyst'].map(name => demoPerson(name, plan));
  return {
    organisations: [...organisations.map(withNames), ...clinicOrganisations],
    people: [
      ...doctors,
      ...assistants,
      ...designers,
      ...experts,
      ...supervisors,
      ...service,
      ...vendors,
      ...office,
    ],
    doctors,
    technicians: designers,
    experts,
    supervisors,
    service,
    vendors,
  };
}

const withNames = (one: (typeof organisations)[number]): YearOrganisation => ({
  ...one,
  names: 'names' in one ? one.names : { en: one.name, 'zh-CN': one.name },
});
