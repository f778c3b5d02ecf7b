/** Wear of the aligners: its record, the patient's reports, visits, checks, pauses, and lost aligners. */
import { addDays } from '#events/case/calendar.ts';
import { Status } from '#events/case/status.ts';
import { trayStatus } from '#events/tray/tray.ts';
import { wearLimitsOf } from '#events/wear/actions.ts';
import { lastReceivedAligner } from '#events/wear/wear-calendar.ts';
import { attemptAction } from './attempt.ts';
import type { CaseLife } from './case-life.ts';
import { pickWeighted, randomBetween } from './chance.ts';
import { yearNotes } from './notes.ts';
import { DAY_MS, HOUR_MS } from './work-calendar.ts';
import type { YearWorld } from './year-world.ts';

/** Share of patients whose wear is recorded, and share of patients who report each change of aligners. */
const RECORDED = 0.88;
const REPORTING = 0.4;
/** Probabilities of events at each change of aligner. */
const VISITED = 0.14;
const CHECKED = 0.09;
const HELD = 0.012;
const LOST = 0.016;
/**
 * Probabilities that a change is forgotten for some days: for most patients, for some, and for those who wear little.
 */
const forgetting = [
  [0.03, 6],
  [0.14, 3],
  [0.5, 1],
] as const;

/** Returns the days until the aligners that the clinic has are worn. */
export function countAlignerDaysLeft(life: CaseLife, world: YearWorld): number {
  const { state, order } = life;
  const limits = wearLimitsOf(state);
  if (!limits) return 14;
  const last = lastReceivedAligner(limits);
  const received = state.shipments.find(sent => sent.receivedAt)?.receivedAt;
  const worn = received ? (world.clock.now() - Date.parse(received)) / DAY_MS / order.days : 0;
  return Math.max(0, last - worn) * order.days;
}

/** Begins the record of wear some days after the first parcel. */
export function beginWear(life: CaseLife, world: YearWorld): void {
  const { random, state, doctor, order } = life;
  if (state.wear || order.treatment === 'lingual' || !random.chance(RECORDED)) return;
  const at = world.plan.calendar.awake(
    world.clock.now() + randomBetween(random, 0.5, 5) * DAY_MS,
    random.next(),
  );
  world.agenda.add(at, () => {
    const input = { start: world.clock.today(), stage: 1, days: order.days };
    if (!attemptAction(life, world, doctor.clerk, ['recordWear', input])) return;
    life.reports = random.chance(REPORTING);
    life.forgets = pickWeighted(random, forgetting);
    changeLater(life, world, 2);
  });
}

/** Schedules the next change of aligner, in the evening of its day. */
function changeLater(life: CaseLife, world: YearWorld, stage: number): void {
  const { random, order } = life;
  const late = random.chance(life.forgets) ? 1 + random.below(4) : 0;
  const noon = Math.floor(world.clock.now() / DAY_MS) * DAY_MS + 4 * HOUR_MS;
  const at = noon + (order.days + late) * DAY_MS + randomBetween(random, 6, 10.5) * HOUR_MS;
  world.agenda.add(at, () => {
    if (life.state.deleted || life.state.status === Status.Completed) return;
    const limits = wearLimitsOf(life.state);
    if (!limits || stage > Math.max(limits.total.upper, limits.total.lower)) return;
    const due = stage <= lastReceivedAligner(limits);
    const input = { stage, on: world.clock.today(), by: 'patient' };
    const changed = due && life.reports && attemptAction(life, world, life.patient, ['changeAligner', input]);
    if (due) happenings(life, world, stage);
    // Without the aligner, or after a refused report, the patient tries again after the same number of days.
    changeLater(life, world, changed || (due && !life.reports) ? stage + 1 : stage);
  });
}

/** Simulates other events at a change of aligner. */
function happenings(life: CaseLife, world: YearWorld, stage: number): void {
  const { random, doctor } = life;
  const { clerk } = doctor;
  const today = world.clock.today();
  const next = (hours: number, take: () => void) =>
    world.agenda.add(world.plan.calendar.awake(world.clock.now() + hours * HOUR_MS, random.next()), take);
  if (random.chance(VISITED))
    next(randomBetween(random, 14, 70), () => {
      const attachments = [{ tooth: random.pick([13, 23, 33, 43]), what: 'bonded' }];
      const input = { date: world.clock.today(), stage, attachments, note: random.pick(yearNotes.visits) };
      attemptAction(life, world, clerk, ['recordVisit', input]);
    });
  if (random.chance(CHECKED))
    next(randomBetween(random, 10, 60), () => {
      const result = random.chance(0.8) ? 'good' : 'fair';
      const input = {
        on: world.clock.today(),
        kind: 'compliance',
        result,
        hours: 18 + random.below(5),
        next: addDays(world.clock.today(), 28),
      };
      attemptAction(life, world, clerk, ['checkWear', input]);
    });
  if (random.chance(HELD))
    attemptAction(life, world, clerk, [
      'holdWear',
      { from: today, until: addDays(today, 3 + random.below(12)) },
    ]);
  if (random.chance(LOST)) lose(life, world, stage);
}

/** Simulates a lost aligner: the patient reports it, and the clinic orders a replacement. */
function lose(life: CaseLife, world: YearWorld, stage: number): void {
  const { random, doctor, order } = life;
  const arch = order.stages.lower > 0 && random.chance(0.45) ? 'lower' : 'upper';
  const reason = random.pick(['lost', 'broken'] as const);
  const at = Math.min(stage, order.stages[arch]);
  attemptAction(life, world, life.patient, [
    'missAligner',
    { arch, stage: at, reason, on: world.clock.today() },
  ]);
  const { calendar } = world.plan;
  const vendor = random.pick(world.staff.vendors).viewer;
  world.agenda.add(calendar.after(world.clock.now(), randomBetween(random, 1, 12) * 60), () => {
    const tray = life.state.trays.length + 1;
    if (!attemptAction(life, world, doctor.clerk, ['orderTray', { arch, stage: at, reason }])) return;
    world.agenda.add(calendar.after(world.clock.now(), randomBetween(random, 8, 27) * 60), () => {
      const trackingNumber = `SF${100_000_000 + random.below(800_000_000)}`;
      if (!attemptAction(life, world, vendor, ['shipTray', { tray, courier: 1, trackingNumber }])) return;
      world.agenda.add(
        calendar.awake(world.clock.now() + randomBetween(random, 1.5, 4) * DAY_MS, random.next()),
        () => {
          const sent = life.state.trays.find(one => one.tray === tray);
          if (sent && trayStatus(sent) === 'shipped')
            attemptAction(life, world, doctor.clerk, ['receiveTray', { tray }]);
        },
      );
    });
  });
}
