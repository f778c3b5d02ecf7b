import { expect, it } from 'vitest';
import { openTrack, writeTrack } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { queueDifferences, waitsForDoctors } from './comparison.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);

/** A track on which ten cases go to their doctor: u1 designed `own` of them, other technicians the rest. */
function trackOf(own: number) {
  const cases = Array.from({ length: 10 }, (_, i) => ({
    id: `C${i}`,
    status: Status.PlanUnderDesign,
    since: start,
    person: i < own ? 'u1' : `u${i + 2}`,
  }));
  const moves = cases.map(({ id }, i) => ({
    at: start + (i + 1) * hour,
    position: BigInt(i + 1),
    caseId: id,
    to: Status.PlanAwaitingDoctor,
  }));
  return openTrack(
    writeTrack({ from: start, to: start + 24 * hour, startPosition: 0n, position: 10n, cases }, moves),
  );
}

it('names the person who has at least half of a difference', () => {
  const [first] = queueDifferences(trackOf(6), start, start + 12 * hour);
  expect(first).toMatchObject({ before: 10, after: 0, person: { name: 'u1', change: -6 } });
});

it('names nobody if many have a small share each', () => {
  const found = queueDifferences(trackOf(1), start, start + 12 * hour);
  expect(found.map(({ person }) => person)).toEqual([null, null]);
});

it('tells queues that wait for doctors from those that wait for staff', () => {
  const waiting = [Status.PlanAwaitingDoctor, Status.TargetAwaitingDoctor, Status.Shipping];
  expect(waiting.map(waitsForDoctors)).toEqual([true, true, true]);
  expect([Status.PlanUnderDesign, Status.PlanAwaitingExpert].map(waitsForDoctors)).toEqual([false, false]);
});
