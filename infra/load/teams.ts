/** Users of the load test: teams of twenty, each a clinic with its own laboratory. Teams share no cases. */
import type { DirectoryEvent } from '#events/person/events.ts';
import type { Position } from '#events/person/position.ts';

export type TeamMember = { id: string; orgId: string; position: Position; serves: string[]; team: number };

/** Positions of a team, ordered so that half a team can also work. */
const seats: readonly Position[] = [
  ...(['Doctor', 'Technician', 'Specialist', 'Service', 'Doctor', 'SuperMechanic', 'Doctor'] as const),
  ...(['Assistant', 'Doctor', 'VendorAdmin', 'Doctor', 'Technician', 'Doctor', 'Doctor'] as const),
  ...(['Doctor', 'Assistant', 'Doctor', 'Doctor', 'Doctor', 'Doctor'] as const),
];
export const teamSize = seats.length;

const idOf = (team: number, seat: number) => `u-${team}-${seat}`;
const doctors = (team: number) =>
  seats.flatMap((position, seat) => (position === 'Doctor' ? [idOf(team, seat)] : []));
const assistants = seats.flatMap((position, seat) => (position === 'Assistant' ? [seat] : []));

/** Doctors whom an assistant serves: an equal share of the team's. */
const servedBy = (team: number, seat: number) =>
  doctors(team).filter((_id, i) => assistants[i % assistants.length] === seat);

/** The first `count` users, team by team. */
export const createMembers = (count: number): TeamMember[] =>
  Array.from({ length: count }, (_, n) => {
    const [team, seat] = [Math.floor(n / teamSize), n % teamSize];
    const position = seats[seat] ?? 'Doctor';
    const serves = position === 'Assistant' ? servedBy(team, seat) : [];
    return { id: idOf(team, seat), orgId: `org-${team}`, position, serves, team };
  });

/** Directory events of the users, after their organisations. */
export function createTeamEvents(members: readonly TeamMember[]): DirectoryEvent[] {
  const organisation = (orgId: string): DirectoryEvent => ({
    type: 'OrganisationAdded',
    data: { orgId, name: '诊所', servedBy: orgId, zone: 'Asia/Shanghai' },
  });
  const person = ({ id, orgId, position, serves }: TeamMember, i: number): DirectoryEvent => ({
    type: 'PersonAdded',
    data: { personId: id, orgId, position, serves, trialUntil: null },
    personal: { userName: id, name: `张${String.fromCharCode(0x4e00 + i)}`, phone: null, email: null },
  });
  return [...new Set(members.map(m => m.orgId))].map(organisation).concat(members.map(person));
}
