import { expect, it } from 'vitest';
import { type ReviewEvent, type ReviewerView, reviewStreamOf } from '#events/plan/live-review.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { createReviewLog, maxMovesPerEvent } from './review-log.ts';

const here = (stage: number): ReviewerView => ({
  caseId: 'CASE22',
  list: 'plans',
  version: 1,
  stage,
  camera: [0, 0, 180],
  tooth: null,
  pointer: null,
  follows: null,
});
const begun = Date.parse('2026-11-20T08:00:00Z');

async function eventsOf(store: ReturnType<typeof createMemoryStore>) {
  const events: ReviewEvent['data'][] = [];
  // Cast: this stream holds events of reviewEvents.
  for await (const e of store.read(reviewStreamOf('CASE22'))) events.push((e as unknown as ReviewEvent).data);
  return events;
}
const log = { warn: () => undefined, error: () => undefined };

it('keeps at most the limit of moves in one event, including everybody’s resting position', async () => {
  const [store, clock] = [createMemoryStore(), createManualClock(begun)];
  const reviews = createReviewLog({ store, clock, ids: systemIds, log });
  const people = Array.from({ length: maxMovesPerEvent - 1 }, (_, i) => `p${i}`);
  for (const stage of [1, 2]) for (const by of people) reviews.note(by, here(stage));
  clock.advance(2000);
  for (const by of ['p0', 'p1', 'p2']) reviews.note(by, here(3));
  await reviews.keep();
  const [event, ...more] = await eventsOf(store);
  expect([event?.moves.length, more]).toEqual([maxMovesPerEvent, []]);
  const last = (by: string) => event?.moves.findLast(move => move.by === by)?.stage;
  expect(['p0', 'p1', 'p2', 'p3', people.at(-1) ?? ''].map(last)).toEqual([3, 3, 3, 2, 2]);
});

it('resolves every caller once all moves noted before are written', async () => {
  const [store, clock] = [createMemoryStore(), createManualClock(begun)];
  let proceed = () => {};
  const slow = new Promise<void>(resolve => {
    proceed = resolve;
  });
  const append: typeof store.append = async (...what) => {
    await slow;
    return store.append(...what);
  };
  const reviews = createReviewLog({ store: { append }, clock, ids: systemIds, log });
  reviews.note('p0', here(1));
  void reviews.keep();
  const kept = reviews.keep().then(() => eventsOf(store));
  proceed();
  expect(await kept).toMatchObject([{ moves: [{ by: 'p0' }] }]);
});
