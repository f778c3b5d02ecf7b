import { beforeEach, expect, it, vi } from 'vitest';
import { screenStore } from '#web/lib/screen-store.ts';
import { viewsForArches } from './camera.ts';
import { comparisonModeAtom, comparisonReferenceAtom, GOAL_STAGE } from './layers.ts';
import { player } from './player.ts';
import { archesInPlanAtom, onlyShownArchAtom } from './view-state.ts';
import { runViewerAction } from './viewer-actions.ts';
import { shownStageAtom } from './viewer-state.ts';

beforeEach(() => {
  // Reduced motion: a step is immediate, without frames.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  screenStore.set(comparisonModeAtom, 'none');
  player.lengthen(24);
  player.set(8);
});

it.each([
  ['the goal of another version moves this plan to its own goal', { version: 1, stage: GOAL_STAGE }, 24],
  ['the same aligner of another version keeps the stage', { version: 1, stage: 'same' }, 8],
  ['another stage of this plan keeps the stage', { version: null, stage: 0 }, 8],
] as const)('a comparison with %s', (_, to, stage) => {
  screenStore.set(comparisonReferenceAtom, to);
  runViewerAction('beside');
  expect([screenStore.get(comparisonModeAtom), screenStore.get(shownStageAtom)]).toEqual(['beside', stage]);
});

it('switching the mode of a comparison keeps the stage', () => {
  screenStore.set(comparisonReferenceAtom, { version: 1, stage: GOAL_STAGE });
  runViewerAction('beside');
  player.set(5);
  runViewerAction('ghost');
  expect([screenStore.get(comparisonModeAtom), screenStore.get(shownStageAtom)]).toEqual(['ghost', 5]);
  runViewerAction('ghost');
  expect([screenStore.get(comparisonModeAtom), screenStore.get(shownStageAtom)]).toEqual(['none', 5]);
});

it.each([
  ['another version', { version: 1, stage: 'same' }],
  ['the start', { version: null, stage: 0 }],
] as const)(
  'a comparison at the start with %s moves to the goal, because nothing differs at the start',
  (_, to) => {
    screenStore.set(comparisonReferenceAtom, to);
    player.set(0);
    runViewerAction('ghost');
    expect(screenStore.get(shownStageAtom)).toBe(24);
  },
);

it('a view of a missing arch is neither offered nor opened', () => {
  screenStore.set(archesInPlanAtom, ['upper']);
  expect(viewsForArches(screenStore.get(archesInPlanAtom))).toEqual([
    'front',
    'right',
    'left',
    'upper',
    'overjet',
  ]);
  screenStore.set(onlyShownArchAtom, null);
  runViewerAction('lower');
  expect(screenStore.get(onlyShownArchAtom)).toBeNull();
  runViewerAction('upper');
  expect(screenStore.get(onlyShownArchAtom)).toBe('upper');
  screenStore.set(archesInPlanAtom, ['upper', 'lower']);
  runViewerAction('lower');
  expect(screenStore.get(onlyShownArchAtom)).toBe('lower');
});
