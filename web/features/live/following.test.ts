import { beforeEach, expect, it, vi } from 'vitest';
import type { ReviewHere } from '#events/plan/live-review.ts';
import { shownLayers } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import { shownStage } from '#web/features/viewer/state.ts';
import { camera, goTo, only, wantedCamera } from '#web/features/viewer/view-state.ts';
import { reviewers } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { bring, bringTo, follow, following, isBrought, keepUp, standsAt } from './following.ts';

const here = () => {
  const { azimuth, elevation, distance } = screenStore.get(camera);
  return isBrought(screenStore.get(shownStage), [azimuth, elevation, distance]);
};
/** A picture that comes to rest wherever it is sent, but not farther away than this. */
let farthest = 500;
screenStore.sub(wantedCamera, () => {
  const { camera: to } = screenStore.get(wantedCamera);
  screenStore.set(camera, { ...to, distance: Math.min(farthest, to.distance) });
});

beforeEach(() => {
  // No frames here: a step is made at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  farthest = 500;
  player.lengthen(24);
  goTo('front');
});

it('is never taken for a turn by hand, though the stage comes before the camera', () => {
  bring({ stage: 3, camera: [10, 0, 175] });
  const seen: boolean[] = [];
  const ends = [shownStage, camera].map(state => screenStore.sub(state, () => seen.push(here())));
  bring({ stage: 7, camera: [-60, 20, 120] });
  for (const end of ends) end();
  expect([screenStore.get(shownStage), screenStore.get(camera).azimuth, seen]).toEqual([
    7,
    -60,
    [true, true],
  ]);
});

it('a hand that turns or steps is told from it; a camera that comes only so far is not one', () => {
  farthest = 150;
  bring({ stage: 3, camera: [10, 0, 175] });
  expect(here()).toBe(true);
  screenStore.set(camera, { azimuth: 25, elevation: 0, distance: 150 });
  expect(here()).toBe(false);
  bring({ stage: 3, camera: [10, 0, 175] });
  player.go(4);
  expect(here()).toBe(false);
});

it('into a view of one arch it brings that arch alone, and out of it leaves the hand its choice', () => {
  bring({ stage: 0, camera: [0, 89.9, 183.8] });
  expect(screenStore.get(only)).toBe('lower');
  screenStore.set(only, null);
  bring({ stage: 1, camera: [0, 89.9, 183.8] });
  expect(screenStore.get(only)).toBeNull();
});

it('somebody at a target of the same number is neither followed there nor said to be here', () => {
  const at = (list: 'plans' | 'targets', version: number, stage: number): ReviewHere => ({
    caseId: 'CASE22',
    list,
    version,
    stage,
    camera: [0, 0, 175],
    tooth: null,
    pointer: null,
    follows: null,
  });
  const stands = (here: ReviewHere) =>
    screenStore.set(
      reviewers,
      new Map([['expert', { id: 'expert', name: '周教授', position: 'Specialist', here }]]),
    );
  const shown = { list: 'plans', version: 1 } as const;
  stands(at('plans', 1, 3));
  follow('expert');
  stands(at('targets', 1, 9));
  keepUp(shown);
  expect([screenStore.get(shownStage), screenStore.get(following)]).toEqual([3, 'expert']);
  stands(at('plans', 1, 5));
  keepUp(shown);
  expect(screenStore.get(shownStage)).toBe(5);
  screenStore.set(reviewers, new Map());
  keepUp(shown);
  expect(screenStore.get(following)).toBeNull();
  const targets = { list: 'targets', version: 1 } as const;
  expect([
    standsAt(at('plans', 1, 4.6), shown),
    standsAt(at('plans', 2, 4), shown),
    standsAt(at('targets', 1, 4), shown),
    standsAt(at('plans', 1, 4), targets),
  ]).toEqual([
    { word: 'at', stage: 5 },
    { word: 'atVersion', version: 2 },
    { word: 'atTarget', version: 1 },
    { word: 'atPlan', version: 1 },
  ]);
});

it('heat comes and goes with whom it follows; in between it is one’s own', () => {
  follow(null);
  const heat = () => screenStore.get(shownLayers).heat;
  const at = { stage: 1, camera: [0, 0, 175] as [number, number, number] };
  bringTo({ ...at, heat: true });
  expect(heat()).toBe(true);
  screenStore.set(shownLayers, before => ({ ...before, heat: false }));
  bringTo({ ...at, stage: 2, heat: true });
  expect(heat()).toBe(false);
  screenStore.set(shownLayers, before => ({ ...before, heat: true }));
  bringTo(at);
  expect(heat()).toBe(false);
});

it('a stage that comes while it glides to another is gone to all the same', () => {
  const frames: ((now: number) => void)[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (next: (now: number) => void) => frames.push(next));
  player.set(8);
  bring({ stage: 7, camera: [0, 0, 175] });
  // Nothing has moved yet: it stands at 8 and goes to 7.
  bring({ stage: 8, camera: [0, 0, 175] });
  expect(screenStore.get(shownStage)).toBe(8);
  player.pause();
});
