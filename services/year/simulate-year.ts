/**
 * Simulates a year of the organisation without a store. The year has two forms: appends, as commands make them, for a
 * log; and recorded events, for tests and benchmarks of code that reads a log.
 */
import { createCase } from '#events/case/decider.ts';
import { caseStreamPrefix } from '#events/case/stream.ts';
import type { RawEvent } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { YearAppend } from './case-commands.ts';
import { pickWeighted } from './chance.ts';
import { planDirectoryChanges } from './directory-changes.ts';
import { stepsOfNewOrder } from './draft-steps.ts';
import { nextStepOf } from './life-steps.ts';
import { createOrder } from './orders.ts';
import { scheduleRuleReleases } from './release-changes.ts';
import { isEmployed } from './staff.ts';
import { dayOfTime } from './work-calendar.ts';
import type { YearOptions } from './year-plan.ts';
import { createYearWorld, type YearWorld } from './year-world.ts';

/** Creates a case as its doctor. */
function open(world: YearWorld): void {
  const { random, staff, orders } = world;
  orders.left -= 1;
  if (orders.owed > 0) {
    orders.owed -= 1;
    return;
  }
  const now = world.clock.now();
  const here = staff.doctors.filter(doctor => isEmployed(doctor, now));
  const doctor = pickWeighted(
    random,
    here.map(one => [one, one.weight] as const),
  );
  const life = world.newLife({ doctor, order: createOrder(doctor, dayOfTime(now), random), parent: null });
  const id = world.commandOf(life);
  const caseId = world.ids.freeCaseId(id);
  life.root = caseId;
  const { id: ownerId, orgId } = doctor.viewer;
  const servedBy = staff.organisations.find(one => one.orgId === orgId)?.servedBy ?? orgId;
  world.record(life, createCase({ caseId, ownerId, orgId, servedBy, parentId: null }), ownerId, { id });
  life.todo = stepsOfNewOrder(life, world);
  world.goOn(life);
}

/**
 * Yields the appends of a year in order of time: of the directory, of releases, of cases. Their personal parts are in
 * plain text, each with the subject whose key must seal it.
 */
export function* simulateYear(options: YearOptions): Generator<YearAppend> {
  const world = createYearWorld(options, nextStepOf);
  const { agenda, plan } = world;
  planDirectoryChanges(world);
  scheduleRuleReleases(world);
  for (const at of plan.arrivals) agenda.add(at, () => open(world));
  for (let step = agenda.take(); step && step.at < plan.end; step = agenda.take()) {
    world.clock.set(step.at);
    step.play();
    yield* world.drain();
  }
}

/** An event of the year as a log records it, before it is stamped with its version. */
export type YearEvent = Omit<RawEvent, 'v'>;

/** Yields the events of a year as an empty log would record them, from position 1. */
export function* simulateYearEvents(options: YearOptions): Generator<YearEvent> {
  let position = 0;
  for (const { stream, expected, events } of simulateYear(options)) {
    let revision = expected === 'none' ? 0 : Number(expected) + 1;
    for (const event of events) {
      position += 1;
      yield { ...event, stream, revision, position: toLogPosition(position) };
      revision += 1;
    }
  }
}

/** Like `simulateYearEvents`, but yields only the events of cases. */
export function* simulateYearCaseEvents(options: YearOptions): Generator<YearEvent> {
  for (const event of simulateYearEvents(options)) if (event.stream.startsWith(caseStreamPrefix)) yield event;
}
