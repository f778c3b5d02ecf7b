/** New people of a simulated year, and those of the demo. */
import type { Position } from '#events/person/position.ts';
import type { Random } from '#events/script/random.ts';
import { demoPeople } from '../seed/people.ts';
import { randomFullName } from './names.ts';
import type { YearPerson } from './staff.ts';
import { DAY_MS } from './work-calendar.ts';
import type { YearPlan } from './year-plan.ts';

export type HiringState = {
  random: Random;
  plan: YearPlan;
  /** Number of people hired so far. */
  count: number;
};

/** Share of people with names in Latin letters. */
const FOREIGN = 0.04;
/** Minimum number of days between a person's hiring and leaving. */
const SHORTEST_STAY = 90;
/** Share of the year, from its beginning, in which people are hired. */
const COMING = 0.7;

/** Returns a new person. @param serves ids of the doctors whom an assistant serves */
export function hirePerson(
  hiring: HiringState,
  position: Position,
  orgId: string,
  serves: readonly string[] = [],
): YearPerson {
  const { random, plan } = hiring;
  hiring.count += 1;
  const userName = `${position.toLowerCase()}${100 + hiring.count}`;
  return {
    viewer: { id: `p-${userName}`, position, orgId, serves },
    userName,
    name: randomFullName(random, random.pick([1, 2] as const), FOREIGN),
    // Differs from the demo's phone numbers.
    phone: `139${10_000_000 + hiring.count}`,
    email: `${userName}@example.com`,
    from: plan.start,
    until: Number.POSITIVE_INFINITY,
  };
}

/** Returns a person of the demo, who stays all year. @throws Error for an unknown login */
export function findDemoPerson(userName: string, plan: YearPlan): YearPerson {
  const found = demoPeople.find(person => person.userName === userName);
  if (!found) throw new Error(`${userName} is not in the demo`);
  const { personId: id, position, orgId, serves, name, phone, email } = found;
  const viewer = { id, position, orgId, serves };
  return { viewer, userName, name, phone, email, from: plan.start, until: Number.POSITIVE_INFINITY };
}

/** Gives some people a later start of employment, and some an end. @param shares probabilities of both */
export function withEmploymentTerm<P extends YearPerson>(
  person: P,
  { random, plan }: HiringState,
  shares: { comes: number; leaves: number },
): P {
  const { start, end } = plan;
  const from = random.chance(shares.comes) ? start + random.next() * COMING * (end - start) : start;
  const stays = Math.max(SHORTEST_STAY * DAY_MS, random.next() * (end - from));
  const until = random.chance(shares.leaves) ? from + stays : Number.POSITIVE_INFINITY;
  return {
    ...person,
    from: Math.round(from),
    until: until < end ? Math.round(until) : Number.POSITIVE_INFINITY,
  };
}
