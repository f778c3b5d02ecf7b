import { beforeEach, expect, it, vi } from 'vitest';
import { runAct } from './acts.ts';
import { viewsOf } from './camera.ts';
import { compare, goalStage, reference } from './layers.ts';
import { archesThere, only } from './looking.ts';
import { player } from './player.ts';
import { shownStage } from './state.ts';

beforeEach(() => {
  // No frames here: a step is made at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  compare.set('none');
  player.lengthen(24);
  player.set(8);
});

it.each([
  ['its goal, where this plan goes to its own', { version: 1, stage: goalStage }, 24],
  ['the same aligner, where this plan stays', { version: 1, stage: 'same' }, 8],
  ['a stage of its own, where this plan stays', { version: null, stage: 0 }, 8],
] as const)('beside another one at %s', (_, to, stage) => {
  reference.set(to);
  runAct('beside');
  expect([compare.get(), shownStage.get()]).toEqual(['beside', stage]);
});

it('what is compared already is left at the stage that was chosen', () => {
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
] as const)('at the start, where all is alike, %s is compared at the goal', (_, to) => {
  reference.set(to);
  player.set(0);
  runAct('ghost');
  expect(shownStage.get()).toBe(24);
});

it('a view of an arch that the plan does not have is neither offered nor gone to', () => {
  archesThere.set(['upper']);
  expect(viewsOf(archesThere.get())).toEqual(['front', 'right', 'left', 'upper', 'overjet']);
  only.set(null);
  runAct('lower');
  expect(only.get()).toBeNull();
  runAct('upper');
  expect(only.get()).toBe('upper');
  archesThere.set(['upper', 'lower']);
  runAct('lower');
  expect(only.get()).toBe('lower');
});
