import { beforeEach, expect, it, vi } from 'vitest';
import type { ReviewerView } from '#events/plan/live-review.ts';
import { shownLayersAtom } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import {
  goToView,
  onlyShownArchAtom,
  requestedCameraAtom,
  restingCameraAtom,
} from '#web/features/viewer/view-state.ts';
import { shownStageAtom } from '#web/features/viewer/viewer-state.ts';
import { reviewersAtom } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import {
  describeReviewerPosition,
  followedReviewerIdAtom,
  followReviewer,
  isAtFollowedPosition,
  moveToFollowedReviewer,
  moveToReviewer,
  moveToReviewerPosition,
} from './follow-reviewer.ts';

const here = () => {
  const { azimuth, elevation, distance } = screenStore.get(restingCameraAtom);
  return isAtFollowedPosition(screenStore.get(shownStageAtom), [azimuth, elevation, distance]);
};
/** A fake picture: its camera goes to each requested position, up to a maximum distance. */
let farthest = 500;
screenStore.sub(requestedCameraAtom, () => {
  const { camera: to } = screenStore.get(requestedCameraAtom);
  screenStore.set(restingCameraAtom, { ...to, distance: Math.min(farthest, to.distance) });
});

beforeEach(() => {
  // Reduced motion: a step is immediate.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  farthest = 500;
  player.lengthen(24);
  goToView('front');
});

it('following is not mistaken for a manual turn, although the stage arrives before the camera', () => {
  moveToReviewerPosition({ stage: 3, camera: [10, 0, 175] });
  const seen: boolean[] = [];
  const ends = [shownStageAtom, restingCameraAtom].map(state =>
    screenStore.sub(state, () => seen.push(here())),
  );
  moveToReviewerPosition({ stage: 7, camera: [-60, 20, 120] });
  for (const end of ends) end();
  expect([screenStore.get(shownStageAtom), screenStore.get(restingCameraAtom).azimuth, seen]).toEqual([
    7,
    -60,
    [true, true],
  ]);
});

it('a manual turn or step ends following; a camera limited in distance does not', () => {
  farthest = 150;
  moveToReviewerPosition({ stage: 3, camera: [10, 0, 175] });
  expect(here()).toBe(true);
  screenStore.set(restingCameraAtom, { azimuth: 25, elevation: 0, distance: 150 });
  expect(here()).toBe(false);
  moveToReviewerPosition({ stage: 3, camera: [10, 0, 175] });
  player.go(4);
  expect(here()).toBe(false);
});

it('following into a view of one arch shows only that arch, and out of it restores the person’s choice', () => {
  moveToReviewerPosition({ stage: 0, camera: [0, 89.9, 183.8] });
  expect(screenStore.get(onlyShownArchAtom)).toBe('lower');
  screenStore.set(onlyShownArchAtom, null);
  moveToReviewerPosition({ stage: 1, camera: [0, 89.9, 183.8] });
  expect(screenStore.get(onlyShownArchAtom)).toBeNull();
});

it('a reviewer at a target of the same number is neither followed nor reported as being here', () => {
  const at = (list: 'plans' | 'targets', version: number, stage: number): ReviewerView => ({
    caseId: 'CASE22',
    list,
    version,
    stage,
    camera: [0, 0, 175],
    tooth: null,
    pointer: null,
    follows: null,
  });
  const stands = (here: ReviewerView) =>
    screenStore.set(
      reviewersAtom,
      new Map([['expert', { id: 'expert', name: '周教授', position: 'Specialist', here }]]),
    );
  const shown = { list: 'plans', version: 1 } as const;
  stands(at('plans', 1, 3));
  followReviewer('expert');
  stands(at('targets', 1, 9));
  moveToFollowedReviewer(shown);
  expect([screenStore.get(shownStageAtom), screenStore.get(followedReviewerIdAtom)]).toEqual([3, 'expert']);
  stands(at('plans', 1, 5));
  moveToFollowedReviewer(shown);
  expect(screenStore.get(shownStageAtom)).toBe(5);
  screenStore.set(reviewersAtom, new Map());
  moveToFollowedReviewer(shown);
  expect(screenStore.get(followedReviewerIdAtom)).toBeNull();
  const targets = { list: 'targets', version: 1 } as const;
  expect([
    describeReviewerPosition(at('plans', 1, 4.6), shown),
    describeReviewerPosition(at('plans', 2, 4), shown),
    describeReviewerPosition(at('targets', 1, 4), shown),
    describeReviewerPosition(at('plans', 1, 4), targets),
  ]).toEqual([
    { word: 'at', stage: 5 },
    { word: 'atVersion', version: 2 },
    { word: 'atTarget', version: 1 },
    { word: 'atPlan', version: 1 },
  ]);
});

it('the heat map follows the followed person’s changes; in between it is the viewer’s own', () => {
  followReviewer(null);
  const heat = () => screenStore.get(shownLayersAtom).heat;
  const at = { stage: 1, camera: [0, 0, 175] as [number, number, number] };
  moveToReviewer({ ...at, heat: true });
  expect(heat()).toBe(true);
  screenStore.set(shownLayersAtom, before => ({ ...before, heat: false }));
  moveToReviewer({ ...at, stage: 2, heat: true });
  expect(heat()).toBe(false);
  screenStore.set(shownLayersAtom, before => ({ ...before, heat: true }));
  moveToReviewer(at);
  expect(heat()).toBe(false);
});

it('a stage that arrives during a glide to another stage is applied', () => {
  const frames: ((now: number) => void)[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (next: (now: number) => void) => frames.push(next));
  player.set(8);
  moveToReviewerPosition({ stage: 7, camera: [0, 0, 175] });
  // Nothing has moved: the stage is 8 and the target is 7.
  moveToReviewerPosition({ stage: 8, camera: [0, 0, 175] });
  expect(screenStore.get(shownStageAtom)).toBe(8);
  player.pause();
});
