import { beforeEach, expect, it, vi } from 'vitest';
import { screenStore } from '#web/lib/screen-store.ts';
import { viewsOf } from './camera.ts';
import { compare, goalStage, reference } from './layers.ts';
import { player } from './player.ts';
import { shownStage } from './state.ts';
import { archesInPlan, only } from './view-state.ts';
import { runAct } from './viewer-acts.ts';

beforeEach(() => {
  // Reduced motion: a step is immediate, without frames.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  screenStore.set(compare, 'none');
  player.lengthen(24);
  player.set(8);
});

it.each([
  ['its goal, so this plan goes to its own', { version: 1, stage: goalStage }, 24],
  ['the same aligner, so this plan stays', { version: 1, stage: 'same' }, 8],
  ['another stage of this plan, which stays', { version: null, stage: 0 }, 8],
] as const)('beside another one at %s', (_, to, stage) => {
  screenStore.set(reference, to);
  runAct('beside');
  expect([screenStore.get(compare), screenStore.get(shownStage)]).toEqual(['beside', stage]);
});

it('an ongoing comparison keeps the stage', () => {
  screenStore.set(reference, { version: 1, stage: goalStage });
  runAct('beside');
  player.set(5);
  runAct('ghost');
  expect([screenStore.get(compare), screenStore.get(shownStage)]).toEqual(['ghost', 5]);
  runAct('ghost');
  expect([screenStore.get(compare), screenStore.get(shownStage)]).toEqual(['none', 5]);
});

it.each([
  ['another version', { version: 1, stage: 'same' }],
  ['the start', { version: null, stage: 0 }],
] as const)('at the start, where nothing differs, %s is compared at the goal', (_, to) => {
  screenStore.set(reference, to);
  player.set(0);
  runAct('ghost');
  expect(screenStore.get(shownStage)).toBe(24);
});

it('a view of an arch that the plan does not have is neither offered nor gone to', () => {
  screenStore.set(archesInPlan, ['upper']);
  expect(viewsOf(screenStore.get(archesInPlan))).toEqual(['front', 'right', 'left', 'upper', 'overjet']);
  screenStore.set(only, null);
  runAct('lower');
  expect(screenStore.get(only)).toBeNull();
  runAct('upper');
  expect(screenStore.get(only)).toBe('upper');
  screenStore.set(archesInPlan, ['upper', 'lower']);
  runAct('lower');
  expect(screenStore.get(only)).toBe('lower');
});
