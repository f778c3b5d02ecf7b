/**
 * Steps from the submission to the distribution, and steps that halt a case: requests for information and suspensions.
 */

import { systemViewer } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import type { CaseLife } from './case-life.ts';
import { lognormalNumber, randomBetween } from './chance.ts';
import { doctorAnswerTime, timeAfterWorkingHours } from './delays.ts';
import { withdrawAndSubmitAgain } from './draft-steps.ts';
import { endCaseLife } from './life-end.ts';
import { pickReasonedNote, yearNotes } from './notes.ts';
import { findAcceptor } from './release-changes.ts';
import { isEmployed } from './staff.ts';
import { findLeastBusyTechnician } from './technicians.ts';
import { MINUTE_MS } from './work-calendar.ts';
import type { FindNextStep, NextStep, YearWorld } from './year-world.ts';

const WITHDRAWN = 0.015;
const DENIED = 0.035;
const MODELS_REFUSED = 0.03;
const REQUEST_CANCELLED = 0.12;
const GIVEN_UP_WHILE_SUSPENDED = 0.2;
/** Share of cases that the service accepts; a supervisor accepts the others. */
const ACCEPTED_BY_SERVICE = 0.8;
/** Working minutes of a day at the desk. */
const DAY_MINUTES = 540;

function accept(life: CaseLife, world: YearWorld): NextStep {
  const { random } = life;
  // The other organisation has no staff: its cases are never accepted.
  if (life.state.servedBy !== 'archline') return undefined;
  if (random.chance(WITHDRAWN))
    return {
      at: world.clock.now() + randomBetween(random, 4, 40) * MINUTE_MS,
      play: () => withdrawAndSubmitAgain(life, world),
    };
  const { service, supervisors } = world.staff;
  const { viewer } = random.pick(random.chance(ACCEPTED_BY_SERVICE) ? service : supervisors);
  const at = timeAfterWorkingHours(life, world, 0.2, 5);
  if (random.chance(DENIED))
    return { at, play: () => world.act(life, viewer, 'deniedCase', pickReasonedNote(random, 'deniedCase')) };
  return {
    at,
    play: () => {
      const by = findAcceptor(life, world)?.viewer.id;
      world.actWith(life, viewer, { action: 'acceptCase', input: {}, by });
    },
  };
}

function readModels(life: CaseLife, world: YearWorld): NextStep {
  const { random, state } = life;
  const at = world.clock.now() + randomBetween(random, 1, 9) * MINUTE_MS;
  const scans = state.files.filter(file => file.kind === 'stl' && file.slot !== 'bite');
  const [refused] = random.chance(MODELS_REFUSED) ? scans : [];
  if (refused) {
    const { id: fileId, slot } = refused;
    const defects = [{ fileId, slot, defects: [random.pick(['too-large', 'not-a-number'])] }];
    return { at, play: () => world.act(life, systemViewer, 'modelsRefused', { defects }) };
  }
  const models = scans.map(({ id: fileId }) => {
    const triangles = 90_000 + random.below(160_000);
    return { fileId, triangles, box: [-32, -24, -9, 32, 25, 11] };
  });
  return { at, play: () => world.act(life, systemViewer, 'modelsPrepared', { models }) };
}

function scanPlaster(life: CaseLife, world: YearWorld): NextStep {
  const { viewer } = life.random.pick(world.staff.service);
  return {
    at: timeAfterWorkingHours(life, world, 12, 40),
    play: () => world.script(life, viewer, 'scansRecorded'),
  };
}

function distribute(life: CaseLife, world: YearWorld): NextStep {
  const { random, doctor } = life;
  if (doctor.viewer.position === 'Designer')
    return { at: doctorAnswerTime(life, world, 0.5), play: () => world.act(life, doctor.viewer, 'getCase') };
  const { viewer } = random.pick(world.staff.supervisors);
  return {
    at: timeAfterWorkingHours(life, world, 0.4, 7),
    play: () => {
      const technicianId = findLeastBusyTechnician(life, world).viewer.id;
      world.act(life, viewer, 'allocateCase', { technicianId });
    },
  };
}

function answer(life: CaseLife, world: YearWorld): NextStep {
  const { random, state, doctor } = life;
  const asker = world.person(state.askedBy);
  const at = timeAfterWorkingHours(life, world, 0.5, 6);
  if (asker && isEmployed(asker, at) && random.chance(REQUEST_CANCELLED))
    return { at, play: () => world.act(life, asker.viewer, 'cancelRequest') };
  const refused = state.request?.defects.map(({ slot }) => slot) ?? [];
  const wanted = (['upper', 'lower'] as const).filter(slot => refused.includes(slot));
  return {
    at: doctorAnswerTime(life, world, 1.2),
    play: () => {
      const files = wanted.map(slot => world.upload(life, { kind: 'stl', slot }));
      world.act(life, doctor.clerk, 'answer', { note: yearNotes.answer, ...(files.length > 0 && { files }) });
    },
  };
}

function resume(life: CaseLife, world: YearWorld): NextStep {
  const { random, doctor } = life;
  const at = world.plan.calendar.after(world.clock.now(), lognormalNumber(random, 9, 0.7) * DAY_MINUTES);
  if (!random.chance(GIVEN_UP_WHILE_SUSPENDED)) {
    const { viewer } = random.pick(world.staff.supervisors);
    return { at, play: () => world.act(life, viewer, 'continue') };
  }
  return {
    at,
    play: () => {
      world.act(life, doctor.viewer, 'complete', { outcome: 3, date: world.clock.today() });
      endCaseLife(life, world, 'completed');
    },
  };
}

export const intakeSteps = {
  [Status.ToAccept]: accept,
  [Status.CaseProcessing]: readModels,
  [Status.ModelProcessing]: scanPlaster,
  [Status.ToDistribute]: distribute,
  [Status.InfoRequested]: answer,
  [Status.Suspended]: resume,
} satisfies Partial<Record<Status, FindNextStep>>;
