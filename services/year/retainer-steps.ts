/** The retainer after a completed treatment: its order, production, parcel and receipt. */
import { latestVersion } from '#events/plan/plan.ts';
import { attemptAction } from './attempt.ts';
import type { CaseLife } from './case-life.ts';
import { randomBetween } from './chance.ts';
import { DAY_MS } from './work-calendar.ts';
import type { YearWorld } from './year-world.ts';

const ORDERED = 0.55;

function orderOf({ state, order }: CaseLife) {
  const { upperStages = 0, lowerStages = 0 } = latestVersion(state.plans) ?? {};
  const { consignee, phone, address, zip, clinic } = order.delivery;
  return {
    type: 3,
    arch: lowerStages === 0 ? 0 : upperStages === 0 ? 1 : 2,
    fixed: 2,
    quantity: 1,
    ...(upperStages > 0 && { upper: { kind: 2 } }),
    ...(lowerStages > 0 && { lower: { kind: 2 } }),
    address: [consignee, phone, address, zip, clinic].join(' · '),
  };
}

/** Orders a retainer for about every second completed treatment. */
export function maybeOrderRetainer(life: CaseLife, world: YearWorld): void {
  const { random, doctor } = life;
  if (!random.chance(ORDERED)) return;
  const { calendar } = world.plan;
  const vendor = random.pick(world.staff.vendors).viewer;
  const retainer = life.state.retainers.length + 1;
  const working = (least: number, most: number) =>
    calendar.after(world.clock.now(), randomBetween(random, least, most) * 60);
  const waking = (least: number, most: number) =>
    calendar.awake(world.clock.now() + randomBetween(random, least, most) * DAY_MS, random.next());
  world.agenda.add(waking(0.1, 3), () => {
    if (!attemptAction(life, world, doctor.viewer, ['applyRetainer', orderOf(life)])) return;
    world.agenda.add(working(10, 40), () => {
      if (!attemptAction(life, world, vendor, ['produceRetainer', { retainer }])) return;
      world.agenda.add(working(4, 12), () => {
        const trackingNumber = `SF${100_000_000 + random.below(800_000_000)}`;
        attemptAction(life, world, vendor, ['deliverRetainer', { retainer, courier: 1, trackingNumber }]);
        world.agenda.add(
          waking(1.5, 4),
          () => void attemptAction(life, world, doctor.clerk, ['receiveRetainer', { retainer }]),
        );
      });
    });
  });
}
