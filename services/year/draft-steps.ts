/** Filling in, submitting, abandoning and correcting an order. */
import { orderedArches } from '#events/case/draft.ts';
import { type Slot, slots } from '#events/case/options.ts';
import type { Sections } from '#events/case/sections.ts';
import type { CaseLife } from './case-life.ts';
import { lognormalNumber, randomBetween } from './chance.ts';
import { endCaseLife } from './life-end.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './work-calendar.ts';
import type { NextStep, YearWorld } from './year-world.ts';

type Todo = CaseLife['todo'][number];

/** Share of drafts that nobody finishes, and the share of these that are deleted. */
const ABANDONED = 0.05;
const DELETED = 0.6;
/** Share of drafts that are submitted at once; the others wait for the patient's consent. */
const SUBMITTED_AT_ONCE = 0.6;
/** Share of returned cases that are given up. */
const GIVEN_UP = 0.06;

const save =
  (world: YearWorld, section: keyof Sections, value: object): Todo =>
  life =>
    world.save(life, life.doctor.viewer, section, value);

const attach =
  (world: YearWorld, kind: 'photo' | 'radiograph' | 'stl', slot: Slot): Todo =>
  life =>
    world.attach(life, life.doctor.clerk, { kind, slot });

const saveDelivery =
  (world: YearWorld, more: Partial<Sections['data']>): Todo =>
  life =>
    world.save(life, life.doctor.clerk, 'data', {
      receiver: life.doctor.name,
      deliveryAddress: life.order.delivery,
      ...more,
    });

const courier = { courier: 2 } as const;
const trackingOf = (life: CaseLife) => `EMS${100_000_000 + life.random.below(900_000_000)}`;

function recordSteps(life: CaseLife, world: YearWorld): Todo[] {
  const xrays = life.random.chance(0.5) ? slots.radiograph : slots.radiograph.slice(0, 1);
  const pictures = [
    ...slots.photo.map(slot => attach(world, 'photo', slot)),
    ...xrays.map(slot => attach(world, 'radiograph', slot)),
  ];
  if (life.order.plaster)
    return [
      ...pictures,
      saveDelivery(world, courier),
      one => saveDelivery(world, { ...courier, trackingNumber: trackingOf(one) })(one),
    ];
  const scans = orderedArches(life.order.prescription).map(arch => attach(world, 'stl', arch));
  return [...pictures, ...scans, saveDelivery(world, {})];
}

/** Steps of a new order, section by section. */
export function stepsOfNewOrder(life: CaseLife, world: YearWorld): Todo[] {
  const { patient, diagnosis, prescription, markers } = life.order;
  const method = { method: prescription.method };
  const all = [
    save(world, 'patient', patient),
    save(world, 'diagnosis', diagnosis),
    ...(life.random.chance(0.3) ? [save(world, 'prescription', method)] : []),
    save(world, 'prescription', prescription),
    ...(Object.keys(markers).length > 0 ? [save(world, 'markers', markers)] : []),
    ...recordSteps(life, world),
  ];
  const abandoned = life.random.chance(ABANDONED);
  return abandoned ? all.slice(0, life.random.below(all.length)) : [...all, submit(world)];
}

/** Steps of a refinement's draft, which begins with the parent's answers. */
export function refinementDraftSteps(life: CaseLife, world: YearWorld): Todo[] {
  const { markers } = life.order;
  const confirm = markers.confirmed
    ? [save(world, 'markers', { ...life.state.sections.markers, confirmed: true })]
    : [];
  return [...confirm, ...recordSteps(life, world), submit(world)];
}

const submit =
  (world: YearWorld): Todo =>
  life =>
    world.act(life, life.doctor.viewer, 'submitCase');

/** Time of the next step of a draft: seconds for a file, minutes for a section, days before the submission. */
function draftDelay({ todo, random, doctor }: CaseLife): number {
  if (todo.length > 1)
    return todo.length < 12 ? randomBetween(random, 6, 40) * 1000 : randomBetween(random, 1, 9) * MINUTE_MS;
  return random.chance(SUBMITTED_AT_ONCE)
    ? randomBetween(random, 1, 15) * MINUTE_MS
    : lognormalNumber(random, doctor.hours, 0.9) * HOUR_MS;
}

/** The next step of a draft. */
export function nextStepOfDraft(life: CaseLife, world: YearWorld): NextStep {
  const { random, todo, doctor } = life;
  const [next] = todo;
  if (next) {
    const at = world.clock.now() + draftDelay(life);
    return {
      at: todo.length > 1 ? at : world.plan.calendar.awake(at, random.next()),
      play: () => {
        todo.shift();
        next(life);
      },
    };
  }
  if (!random.chance(DELETED)) return undefined;
  const at = world.clock.now() + randomBetween(random, 5, 60) * DAY_MS;
  return {
    at: world.plan.calendar.awake(at, random.next()),
    play: () => {
      world.act(life, doctor.viewer, 'deleteDraft');
      endCaseLife(life, world, 'deleted');
    },
  };
}

/** The next step of a case that was sent back. */
export function nextStepOfReturnedCase(life: CaseLife, world: YearWorld): NextStep {
  const { random, todo, doctor } = life;
  if (todo.length > 0) return nextStepOfDraft(life, world);
  if (random.chance(GIVEN_UP)) return nextStepOfDraft(life, world);
  const [arch = 'upper'] = orderedArches(life.order.prescription);
  life.todo = [attach(world, 'stl', arch), submit(world)];
  const at = world.clock.now() + lognormalNumber(random, doctor.hours * 1.5, 0.8) * HOUR_MS;
  return {
    at: world.plan.calendar.awake(at, random.next()),
    play: () => {
      life.todo.shift()?.(life);
    },
  };
}

/** After a withdrawal, changes the order and submits it again. */
export function withdrawAndSubmitAgain(life: CaseLife, world: YearWorld): void {
  world.act(life, life.doctor.viewer, 'withdraw');
  const { birthDate } = life.state.sections.patient;
  const patient = { ...life.state.sections.patient, birthDate, remarks: '已补充说明。' };
  life.todo = [save(world, 'patient', patient), submit(world)];
}
