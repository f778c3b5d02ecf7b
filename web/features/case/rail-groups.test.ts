import { describe, expect, it } from 'vitest';
import { casePageNames } from '#events/case/pages.ts';
import { firstVisible, panelOf, railGroups, railOf } from './rail-groups.ts';

describe('the rail of a case', () => {
  it('lists every section of the case page once', () => {
    expect(Object.values(railGroups).flat().toSorted()).toEqual(casePageNames.toSorted());
  });
  it('leaves out a group whose sections are all locked, and keeps these apart', () => {
    const rail = railOf(page => page === 'plan' || page.startsWith('plan') || page === 'ceph');
    expect(rail.groups.map(({ group }) => group)).not.toContain('plan');
    expect(rail.locked).toEqual(['plan', 'planInstructions', 'planLinks', 'ceph']);
  });
  it('names a panel for each section without one of its own', () => {
    for (const panel of Object.values(panelOf)) expect(panelOf[panel]).toBeUndefined();
  });
});

describe('the section that is read', () => {
  const at = (...bottoms: number[]) =>
    bottoms.map((bottom, i) => ({ page: casePageNames[i] ?? ('images' as const), bottom }));
  it('is the first one at the top of the page, though others are before it', () => {
    expect(firstVisible(at(900, 1400), 88)).toBe(casePageNames[0]);
  });
  it('is the next one as soon as the one before has gone behind the header', () => {
    expect(firstVisible(at(89, 600), 88)).toBe(casePageNames[0]);
    expect(firstVisible(at(88, 600), 88)).toBe(casePageNames[1]);
  });
  it('is the last one past the end, and none on a page without sections', () => {
    expect(firstVisible(at(-900, 20), 88)).toBe(casePageNames[1]);
    expect(firstVisible([], 88)).toBeUndefined();
  });
});
