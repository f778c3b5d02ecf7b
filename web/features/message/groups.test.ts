import { describe, expect, it } from 'vitest';
import { groupLines, markingOf, toggled } from './groups.ts';

const message = (id: string, caseId: string | null, read = false) => ({ id, caseId, said: null, read });
const items = [
  message('5', 'A', true),
  message('4', 'B'),
  message('3', 'A'),
  message('2', 'A'),
  message('1', null),
  message('0', null),
];
const idsOf = (open: ReadonlySet<string>) => groupLines(items, open).map(line => line.item.id);
const shut = new Set<string>();

describe('the inbox by case', () => {
  it('shows the newest message of each case; what is of no case is a group of its own', () => {
    expect(idsOf(shut)).toEqual(['5', '4', '1', '0']);
    expect(groupLines(items, shut).map(line => line.rest.length)).toEqual([2, 0, 0, 0]);
  });
  it('shows the earlier ones below it once it is opened', () => {
    const open = toggled(shut, message('5', 'A'));
    expect(idsOf(open)).toEqual(['5', '3', '2', '4', '1', '0']);
    expect(idsOf(toggled(open, message('3', 'A')))).toEqual(idsOf(shut));
  });
  it('marks a folded group whole, and a line of an open one alone', () => {
    const [folded] = groupLines(items, shut);
    expect(folded && markingOf(folded)).toEqual({ ids: ['3', '2'], as: 'read' });
    const [head, earlier] = groupLines(items, new Set(['A']));
    expect(head && markingOf(head)).toEqual({ ids: ['5'], as: 'unread' });
    expect(earlier && markingOf(earlier)).toEqual({ ids: ['3'], as: 'read' });
  });
});
