/** Clinics of a simulated year, their doctors and assistants. */
import type { Random } from '#events/script/random.ts';
import { clinicsOfDoctors as demoClinics } from '../seed/people.ts';
import { lognormalNumber, randomBetween } from './chance.ts';
import { findDemoPerson, type HiringState, hirePerson, withEmploymentTerm } from './hiring.ts';
import { clinicCities, clinicNameIn } from './names.ts';
import type { YearClinic, YearDoctor, YearOrganisation, YearPerson } from './staff.ts';

/** Average number of cases of a doctor in a year, and number of doctors of each clinic. */
const DOCTOR_CASES = 85;
const CLINIC_DOCTORS = 7;
/** Share of doctors with an assistant. */
const ASSISTED = 0.33;
/** Shares of doctors who join and who leave during the year. */
const terms = { comes: 0.3, leaves: 0.08 };
/** Shares of all cases that belong to the self-designer and to the other organisation. */
const [SELF_DESIGNED, OTHERS] = [0.012, 0.003];

type DemoDoctor = 'doctor' | 'doctor2' | 'designer' | 'other';

function doctorOf(person: YearPerson, clinic: YearClinic, random: Random): YearDoctor {
  return {
    ...person,
    clinic,
    clerk: person.viewer,
    weight: lognormalNumber(random, 1, 0.9),
    hours: lognormalNumber(random, 15, 0.7),
    strictness: randomBetween(random, 0.25, 0.75),
  };
}

/** The demo's doctors. @param total number of average doctors */
function demoDoctors({ random, plan }: HiringState, total: number): YearDoctor[] {
  const of = (userName: DemoDoctor, weight: number) => {
    const { clinic = '', address = '', zip = '' } = demoClinics[userName] ?? {};
    const place = { clinic, address, zip, phone: '021-62881266' };
    return { ...doctorOf(findDemoPerson(userName, plan), place, random), weight };
  };
  return [
    of('doctor', 2),
    of('doctor2', 1),
    of('designer', SELF_DESIGNED * total),
    of('other', OTHERS * total),
  ];
}

function createClinic(index: number, random: Random) {
  const [city, zip, code] = clinicCities[index % clinicCities.length] ?? clinicCities[0];
  const name = clinicNameIn(index, city);
  const address = `${city}人民路 ${1 + random.below(900)} 号`;
  const clinic: YearClinic = {
    clinic: name,
    address,
    zip,
    phone: `${code}-${62_000_000 + random.below(900_000)}`,
  };
  const orgId = `clinic${index + 1}`;
  const names = { en: `Clinic ${index + 1}`, 'zh-CN': name };
  const organisation: YearOrganisation = { orgId, name, names, servedBy: 'archline', zone: 'Asia/Shanghai' };
  return { organisation, clinic };
}

/** Gives some doctors an assistant, who then does their paperwork. */
function createAssistants(hiring: HiringState, doctors: readonly YearDoctor[]): YearPerson[] {
  const assistant = findDemoPerson('assistant', hiring.plan);
  const others = doctors.flatMap(doctor => {
    const { id, orgId } = doctor.viewer;
    if (assistant.viewer.serves.includes(id)) doctor.clerk = assistant.viewer;
    if (!orgId.startsWith('clinic') || !hiring.random.chance(ASSISTED)) return [];
    const { from, until } = doctor;
    const helper = { ...hirePerson(hiring, 'Assistant', orgId, [id]), from, until };
    doctor.clerk = helper.viewer;
    return [helper];
  });
  return [assistant, ...others];
}

export function createDoctors(hiring: HiringState) {
  const { random, plan } = hiring;
  const total = Math.max(2, Math.round(plan.cases / DOCTOR_CASES));
  const places = Array.from({ length: Math.ceil(total / CLINIC_DOCTORS) }, (_, i) => createClinic(i, random));
  const hired = Array.from({ length: total }, (_, i) => {
    const { organisation, clinic } = places[i % places.length] ?? createClinic(0, random);
    const doctor = doctorOf(hirePerson(hiring, 'Doctor', organisation.orgId), clinic, random);
    // The first doctor of each clinic stays, so that somebody can take over. The last doctor hired leaves, even in a
    // small year.
    if (i < places.length) return doctor;
    return withEmploymentTerm(doctor, hiring, i === total - 1 ? { comes: 0, leaves: 1 } : terms);
  });
  const doctors = [...demoDoctors(hiring, total), ...hired];
  const assistants = createAssistants(hiring, doctors);
  return { doctors, assistants, clinics: places.map(({ organisation }) => organisation) };
}
