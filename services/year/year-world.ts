/**
 * The simulated organisation: plan, people, clock, agenda and cases. It is deterministic: the same options give the
 * same appends.
 */
import { createRandom } from '#events/script/random.ts';
import { createAgenda } from './agenda.ts';
import { createYearCommands, type YearAppend } from './case-commands.ts';
import { type CaseLife, createCaseLife, type NewCaseLife } from './case-life.ts';
import { createStaff, type YearPerson, type YearTechnician } from './staff.ts';
import { createYearClock } from './year-clock.ts';
import { createYearIds } from './year-ids.ts';
import { createYearPlan, type YearOptions } from './year-plan.ts';

/** A future step of the lifecycle; undefined if another person's step is awaited, or nothing follows. */
export type NextStep = { at: number; play: () => void } | undefined;
export type FindNextStep = (life: CaseLife, world: YearWorld) => NextStep;

export type YearWorld = ReturnType<typeof createParts> & {
  /** Creates a case before its first event. */
  newLife(of: NewCaseLife): CaseLife;
  /** Plans the next step of a case. Drops steps that were planned earlier. */
  goOn(life: CaseLife): void;
  /** Cases that are neither completed nor deleted. */
  lives: Set<CaseLife>;
  /** Number of future arrivals, and how many of them refinements have replaced. */
  orders: { left: number; owed: number };
  person(id: string | null): YearPerson | undefined;
  technician(id: string | null): YearTechnician | undefined;
};

function createParts(options: YearOptions) {
  const random = createRandom(options.seed);
  const plan = createYearPlan(options, random);
  const staff = createStaff(plan, random);
  const [clock, ids, agenda] = [createYearClock(plan.start), createYearIds(options.seed), createAgenda()];
  let appends: YearAppend[] = [];
  const append = (one: YearAppend) => void appends.push(one);
  /** Returns the appends since the last call. */
  const drain = () => {
    const made = appends;
    appends = [];
    return made;
  };
  const commands = createYearCommands({ staff, clock, ids, append });
  return { random, plan, staff, clock, ids, agenda, append, drain, ...commands };
}

/** @param stepOf returns the next step of a case */
export function createYearWorld(options: YearOptions, stepOf: FindNextStep): YearWorld {
  const parts = createParts(options);
  const { plan, staff, clock, ids, agenda } = parts;
  const people = new Map(staff.people.map(person => [person.viewer.id, person]));
  const technicians = new Map(staff.technicians.map(technician => [technician.viewer.id, technician]));
  const lives = new Set<CaseLife>();
  let count = 0;
  const world: YearWorld = {
    ...parts,
    lives,
    orders: { left: plan.arrivals.length, owed: 0 },
    person: id => people.get(id ?? ''),
    technician: id => technicians.get(id ?? ''),
    newLife: of => {
      const life = createCaseLife(++count, of, ids);
      lives.add(life);
      return life;
    },
    goOn: life => {
      life.turn += 1;
      const { turn } = life;
      const step = life.state.deleted ? undefined : stepOf(life, world);
      if (!step) return;
      agenda.add(Math.max(step.at, clock.now()), () => {
        if (life.turn !== turn) return;
        step.play();
        world.goOn(life);
      });
    },
  };
  return world;
}
