import { beforeEach, expect, it, vi } from 'vitest';
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
  compare.set('none');
  player.lengthen(24);
  player.set(8);
});

it.each([
  ['its goal, so this plan goes to its own', { version: 1, stage: goalStage }, 24],
  ['the same aligner, so this plan stays', { version: 1, stage: 'same' }, 8],
  ['another stage of this plan, which stays', { version: null, stage: 0 }, 8],
] as const)('beside another one at %s', (_, to, stage) => {
  reference.set(to);
  runAct('beside');
  expect([compare.get(), shownStage.get()]).toEqual(['beside', stage]);
});

it('an ongoing comparison keeps the stage', () => {
  reference.set({ version: 1, stage: goalStage });
  runAct('beside');
  player.set(5);
  runAct('ghost');
  expect([compare.get(), shownStage.get()]).toEqual(['ghost', 5]);
  runAct('ghost');
  expect([compare.get(), shownStage.get()]).toEqual(['none', 5]);
});

it.each([
  ['another version', { version: 1, stage: 'same' }],
  ['the start', { version: null, stage: 0 }],
] as const)('at the start, where nothing differs, %s is compared at the goal', (_, to) => {
  reference.set(to);
  player.set(0);
  runAct('ghost');
  expect(shownStage.get()).toBe(24);
});

it('a view of an absent arch is neither offered nor opened', () => {
  archesInPlan.set(['upper']);
  expect(viewsOf(archesInPlan.get())).toEqual(['front', 'right', 'left', 'upper', 'overjet']);
  only.set(null);
  runAct('lower');
  expect(only.get()).toBeNull();
  runAct('upper');
  expect(only.get()).toBe('upper');
  archesInPlan.set(['upper', 'lower']);
  runAct('lower');
  expect(only.get()).toBe('lower');
});
