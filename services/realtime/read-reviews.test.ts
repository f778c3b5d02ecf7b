import { expect, test } from 'vitest';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { type ReviewEvent, reviewStreamOf } from '#events/plan/live-review.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { maxReviewEvents, readReviews } from './read-reviews.ts';

const begun = Date.parse('2026-11-20T08:00:00Z');

/** An event with one move, some seconds after the first. */
function shown(seconds: number, list: VersionListName, version: number) {
  const at = new Date(begun + seconds * 1000).toISOString();
  const sight = { stage: 1, tooth: null, pointer: null };
  const moves = [{ by: 'doctor', at, ...sight, camera: [0, 0, 180] as [number, number, number] }];
  const event: ReviewEvent = { type: 'ReviewShown', data: { caseId: 'CASE22', list, version, moves } };
  return { ...event, id: crypto.randomUUID(), at, by: 'doctor' };
}

test('keeps an old review session of a version listed, however long other versions were reviewed since', async () => {
  const store = createMemoryStore();
  const others = Array.from({ length: maxReviewEvents }, (_, i) =>
    i % 2 ? shown(i * 5, 'targets', 1) : shown(i * 5, 'plans', 2),
  );
  await store.append(reviewStreamOf('CASE22'), 'any', [shown(-600, 'plans', 1), ...others]);
  const sittings = await readReviews(store, 'CASE22', 'plans', 1);
  expect(sittings.map(({ from }) => from)).toEqual(['2026-11-20T07:50:00.000Z']);
});

test('reads only the newest events of a version, up to a page’s limit', async () => {
  const store = createMemoryStore();
  const many = Array.from({ length: maxReviewEvents + 3 }, (_, i) => shown(i * 5, 'plans', 1));
  await store.append(reviewStreamOf('CASE22'), 'any', many);
  const [sitting, ...more] = await readReviews(store, 'CASE22', 'plans', 1);
  expect([sitting?.from, sitting?.moves.length, more]).toEqual([
    '2026-11-20T08:00:15.000Z',
    maxReviewEvents,
    [],
  ]);
});
