/** Chooses the designer of a case, and computes when the design is done. */

import { systemViewer } from '#events/case/permissions.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseLife } from './case-life.ts';
import { lognormalNumber, randomBetween } from './chance.ts';
import { doctorAnswerTime, queueWork, timeAfterWorkingHours } from './delays.ts';
import { yearNotes } from './notes.ts';
import { isEmployed, type YearTechnician } from './staff.ts';
import type { NextStep, YearWorld } from './year-world.ts';

/** Number of technicians whose queues a supervisor compares. */
const COMPARED = 3;
/** Share of an absent technician's cases that others take over. */
const TAKEN_OVER = 0.5;

const isAt = (now: number, span?: { from: number; until: number }) =>
  span !== undefined && span.from <= now && now < span.until;

const isHere = (technician: YearTechnician, now: number) =>
  isEmployed(technician, now) && !isAt(now, technician.absent);

/** Returns the technician with the shortest queue among a few. @param except id of a technician who is left out */
export function findLeastBusyTechnician(
  life: CaseLife,
  world: YearWorld,
  except?: string | null,
): YearTechnician {
  const now = world.clock.now();
  const here = world.staff.technicians.filter(one => one.viewer.id !== except && isHere(one, now));
  const asked = Array.from({ length: COMPARED }, () => life.random.pick(here));
  return asked.reduce((best, one) => (one.freeAt < best.freeAt ? one : best));
}

/** Returns the assignee of a case. */
export const assigneeOf = ({ state }: CaseLife, world: YearWorld): Viewer =>
  world.person(state.assigneeId)?.viewer ?? systemViewer;

/** Reassigns the case of an absent or departed technician; undefined if the case stays. */
export function replaceAbsentTechnician(life: CaseLife, world: YearWorld): NextStep {
  const { random, state } = life;
  const now = world.clock.now();
  const technician = world.technician(state.assigneeId);
  if (!technician || isHere(technician, now)) return undefined;
  if (technician.until > now && !random.chance(TAKEN_OVER)) return undefined;
  const supervisor = random.pick(world.staff.supervisors).viewer;
  return {
    at: timeAfterWorkingHours(life, world, 0.5, 9),
    play: () => {
      const technicianId = findLeastBusyTechnician(life, world, state.assigneeId).viewer.id;
      world.act(life, supervisor, 'reassign', { technicianId, note: yearNotes.reassigned });
    },
  };
}

/**
 * Returns the time at which the assignee has finished some work. New cases wait behind other cases; revisions go
 * first.
 * @param minutes median of the work
 */
export function designEndTime(
  life: CaseLife,
  world: YearWorld,
  minutes: number,
  isRevision: boolean,
): number {
  const technician = world.technician(life.state.assigneeId);
  // A self-designer works at any time of the day.
  if (!technician) return doctorAnswerTime(life, world);
  const { absent, pace } = technician;
  const begins = Math.max(world.clock.now(), technician.freeAt);
  if (absent && isAt(begins, absent)) technician.freeAt = absent.until;
  const work = lognormalNumber(life.random, minutes, 0.45) * pace;
  const queued = queueWork(technician, world, work);
  if (!isRevision) return queued;
  const here = absent && isAt(world.clock.now(), absent) ? absent.until : world.clock.now();
  return Math.min(queued, world.plan.calendar.after(here, work + randomBetween(life.random, 1, 12) * 60));
}
