import { describe, expect, it } from 'vitest';
import { casePageNames } from '#events/case/pages.ts';
import { firstVisibleSection, panelBySection, railGroups, railSections } from './rail-groups.ts';

describe('the rail of a case', () => {
  it('lists every section of the case page once', () => {
    expect(Object.values(railGroups).flat().toSorted()).toEqual(casePageNames.toSorted());
  });
  it('omits a group with only locked sections and lists these separately', () => {
    const rail = railSections(page => page === 'plan' || page.startsWith('plan') || page === 'ceph');
    expect(rail.groups.map(({ group }) => group)).not.toContain('plan');
    expect(rail.locked).toEqual(['plan', 'planInstructions', 'planLinks', 'ceph']);
  });
  it('names a panel for each section without its own panel', () => {
    for (const panel of Object.values(panelBySection)) expect(panelBySection[panel]).toBeUndefined();
  });
});

describe('the section being read', () => {
  const at = (...bottoms: number[]) =>
    bottoms.map((bottom, i) => ({ page: casePageNames[i] ?? ('images' as const), bottom }));
  it('is the first one at the top of the page', () => {
    expect(firstVisibleSection(at(900, 1400), 88)).toBe(casePageNames[0]);
  });
  it('is the next one once the previous one is behind the header', () => {
    expect(firstVisibleSection(at(89, 600), 88)).toBe(casePageNames[0]);
    expect(firstVisibleSection(at(88, 600), 88)).toBe(casePageNames[1]);
  });
  it('is the last one past the end, and none on a page without sections', () => {
    expect(firstVisibleSection(at(-900, 20), 88)).toBe(casePageNames[1]);
    expect(firstVisibleSection([], 88)).toBeUndefined();
  });
});
