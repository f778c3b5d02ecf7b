/** The directory of a simulated year: people who join and leave, and the cases that are handed over when they leave. */
import { handOverCase } from '#events/case/decider.ts';
import { Status } from '#events/case/status.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { directoryStream } from '#events/person/events.ts';
import { effectIdOf, eventIdOf } from '../command/command-ids.ts';
import { yearNotes } from './notes.ts';
import { isEmployed, type YearDoctor, type YearPerson } from './staff.ts';
import type { YearWorld } from './year-world.ts';

const withDesigner: readonly Status[] = [
  Status.PlanUnderDesign,
  Status.DoctorRejected,
  Status.ExpertRejected,
];

/** The person whose key seals the event. */
const subjectOf = ({ type, data }: DirectoryEvent) =>
  type === 'PersonAdded' || type === 'CasesHandedOver' ? data.personId : undefined;

function createDirectoryLog(world: YearWorld) {
  let revision = -1;
  /** Appends a change of the directory. @returns the id of its first event */
  return (words: string, by: string, events: readonly DirectoryEvent[]): string => {
    const commandId = world.ids.of(`directory ${words}`);
    const stamped = events.map((event, i) => {
      const stamp = {
        id: eventIdOf(commandId, i),
        at: world.clock.at(),
        by,
        cause: commandId,
        correlation: commandId,
      };
      const subject = subjectOf(event);
      return subject === undefined ? { ...event, ...stamp } : { ...event, ...stamp, subject };
    });
    world.append({
      stream: directoryStream,
      expected: revision < 0 ? 'none' : BigInt(revision),
      events: stamped,
    });
    revision += events.length;
    return eventIdOf(commandId, 0);
  };
}

const added = ({ viewer, userName, name, phone, email }: YearPerson): DirectoryEvent => ({
  type: 'PersonAdded',
  data: {
    personId: viewer.id,
    orgId: viewer.orgId,
    position: viewer.position,
    serves: [...viewer.serves],
    trialUntil: null,
  },
  personal: { userName, name, phone, email },
});

const isDoctor = (person: YearPerson, { staff }: YearWorld): YearDoctor | undefined =>
  staff.doctors.find(doctor => doctor.viewer.id === person.viewer.id);

function colleagueOf(doctor: YearDoctor, world: YearWorld): YearDoctor | undefined {
  const now = world.clock.now();
  return world.staff.doctors.find(
    one => one !== doctor && one.viewer.orgId === doctor.viewer.orgId && isEmployed(one, now),
  );
}

type DirectoryLog = ReturnType<typeof createDirectoryLog>;

/** Hands the open cases of a doctor who leaves to a colleague. */
function handOverAll(doctor: YearDoctor, world: YearWorld, change: DirectoryLog): void {
  const to = colleagueOf(doctor, world);
  const lives = [...world.lives].filter(life => life.doctor === doctor && !life.state.deleted);
  if (!to || lives.length === 0) return;
  const { id: ownerId } = doctor.viewer;
  const caseIds = lives.map(({ state }) => state.caseId);
  const data = { personId: to.viewer.id, ownerId, caseIds };
  const personal = { note: yearNotes.handedOver };
  const cause = change(`hand over ${ownerId}`, 'p-admin', [{ type: 'CasesHandedOver', data, personal }]);
  for (const life of lives) {
    const events = handOverCase(life.state, { from: ownerId, to: to.viewer.id, note: yearNotes.handedOver });
    world.record(life, events, 'p-admin', { id: effectIdOf(cause, life.state.caseId), cause });
    life.doctor = to;
    if (life.state.status !== Status.InRefinement) world.goOn(life);
  }
}

function leave(person: YearPerson, world: YearWorld, change: DirectoryLog): void {
  const { id } = person.viewer;
  const doctor = isDoctor(person, world);
  if (doctor) handOverAll(doctor, world, change);
  change(`frozen ${id}`, 'p-admin', [{ type: 'PersonFrozen', data: { personId: id } }]);
  replan(id, world);
}

/** Plans the designs of a technician who is absent or gone again. */
function replan(id: string, world: YearWorld): void {
  for (const life of world.lives)
    if (life.state.assigneeId === id && withDesigner.includes(life.state.status)) world.goOn(life);
}

/** Plans all changes of the directory. The first ones are due at the year's beginning. */
export function planDirectoryChanges(world: YearWorld): void {
  const { staff, plan, agenda } = world;
  const change = createDirectoryLog(world);
  const present = staff.people.filter(({ from }) => from <= plan.start);
  agenda.add(plan.start, () => {
    const organisations = staff.organisations.map(data => ({
      type: 'OrganisationAdded' as const,
      data: { ...data },
    }));
    change('begin', 'system', organisations);
    for (const person of present) change(`added ${person.viewer.id}`, 'system', [added(person)]);
  });
  const office = (at: number) => plan.calendar.after(at, 60);
  for (const person of staff.people) {
    const { from, until, viewer } = person;
    if (from > plan.start)
      agenda.add(from, () => void change(`added ${viewer.id}`, 'p-admin', [added(person)]));
    if (until < plan.end) agenda.add(until, () => leave(person, world, change));
  }
  for (const { viewer, absent } of staff.technicians)
    if (absent) agenda.add(office(absent.from), () => replan(viewer.id, world));
}
