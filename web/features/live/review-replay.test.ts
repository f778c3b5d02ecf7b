import { beforeEach, describe, expect, it } from 'vitest';
import type { ReviewMove } from '#events/plan/live-review.ts';
import { replayedPointersAtom } from '#web/features/viewer/viewer-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { createReviewReplay, type ReviewReplay } from './review-replay.ts';
import { type RecordedReview, remarksDuringReview } from './review-sessions.ts';

const start = Date.parse('2026-11-21T14:20:00.000Z');
const at = (ms: number) => new Date(start + ms).toISOString();
const person = (id: string) => ({ id, name: id, position: 'Doctor' as const });
const move = (by: string, ms: number, stage: number, tooth: 11 | null = null): ReviewMove => ({
  by,
  at: at(ms),
  stage,
  camera: [0, 0, 175],
  tooth: null,
  pointer: tooth && { tooth, at: [0, 1, 2] },
});
const session: RecordedReview = {
  from: at(0),
  to: at(3000),
  people: [person('li'), person('wang')],
  moves: [move('li', 0, 1), move('wang', 500, 8, 11), move('li', 1000, 2, 11), move('li', 3000, 3)],
};

let next: ((now: number) => void) | null = null;
let now = 0;
let shown: number[] = [];
let replay: ReviewReplay;
/** Runs frames of 16 ms for a duration. */
const run = (ms: number) => {
  for (const end = now + ms; now < end; now += 16) {
    const frame = next;
    next = null;
    frame?.(now);
  }
};
beforeEach(() => {
  [next, now, shown] = [null, 1000, []];
  const frames = {
    request: (frame: (now: number) => void) => {
      next = frame;
      return 1;
    },
    cancel: () => {
      next = null;
    },
  };
  replay = createReviewReplay(frames, ({ stage }) => shown.push(stage));
  screenStore.set(replayedPointersAtom, []);
});

describe('a replay', () => {
  it('shows the main presenter’s picture at the recorded times, and ends', () => {
    replay.open(session);
    expect([shown, screenStore.get(replay.now)?.watched]).toEqual([[1], 'li']);
    run(900);
    expect(shown).toEqual([1]);
    expect(screenStore.get(replayedPointersAtom).map(f => [f.name, f.tooth, f.stage])).toEqual([
      ['wang', 11, 8],
    ]);
    run(400);
    expect(shown).toEqual([1, 2]);
    expect(screenStore.get(replayedPointersAtom).map(f => f.name)).toEqual(['li', 'wang']);
    run(3000);
    expect([shown, screenStore.get(replay.now)?.playing, next]).toEqual([[1, 2, 3], false, null]);
  });

  it('pauses and resumes', () => {
    replay.open(session);
    run(500);
    replay.toggle();
    run(5000);
    expect([shown, screenStore.get(replay.now)?.playing]).toEqual([[1], false]);
    replay.toggle();
    // The replay moves a picture back that was moved meanwhile.
    expect(shown).toEqual([1, 1]);
    run(700);
    expect(shown).toEqual([1, 1, 2]);
  });

  it('seeks in both directions, limited to its ends', () => {
    replay.open(session);
    replay.pause();
    for (const ms of [2000, 600, 99_000, -5]) replay.seek(ms);
    expect(shown).toEqual([1, 2, 1, 3, 1]);
    expect(screenStore.get(replay.now)?.at).toBe(0);
  });

  it('shows another person’s picture; a person without moves changes nothing', () => {
    replay.open(session);
    replay.watch('wang');
    expect(shown).toEqual([1]);
    replay.seek(700);
    expect(shown).toEqual([1, 8]);
  });

  it('removes its pointers when it stops', () => {
    replay.open(session);
    run(900);
    replay.stop();
    run(900);
    expect([screenStore.get(replayedPointersAtom), screenStore.get(replay.now), shown]).toEqual([
      [],
      null,
      [1],
    ]);
  });
});

describe('the remarks of a replay', () => {
  it('are those on this version during the review and the minute after', () => {
    const said = (ms: number) => ({ at: at(ms), by: person('li'), note: `${ms}` });
    const comment = (number: number, ms: number, version = 1, replies: number[] = []) => ({
      ...said(ms),
      comment: number,
      list: 'plans' as const,
      version,
      stage: 1,
      tooth: null,
      place: null,
      replies: replies.map(said),
      resolved: null,
    });
    const comments = [
      comment(1, -1, 1, [200]),
      comment(2, 100),
      comment(3, 100, 2),
      comment(4, 63_000),
      comment(5, 63_001),
    ];
    const found = remarksDuringReview({ comments, requests: [] }, { list: 'plans', version: 1 }, session);
    expect(found.map(({ key, at: when }) => [key, when])).toEqual([
      ['c2.0', 100],
      ['c1.1', 200],
      ['c4.0', 3000],
    ]);
  });
});
