import { describe, expect, it } from 'vitest';
import { groupMessages, markToToggle, toggleOpenSubject } from './message-groups.ts';

const message = (id: string, caseId: string | null, read = false) => ({ id, caseId, said: null, read });
const items = [
  message('5', 'A', true),
  message('4', 'B'),
  message('3', 'A'),
  message('2', 'A'),
  message('1', null),
  message('0', null),
];
const idsOf = (open: ReadonlySet<string>) => groupMessages(items, open).map(line => line.item.id);
const shut = new Set<string>();

describe('the inbox by case', () => {
  it('shows the newest message per case; messages without a case are single groups', () => {
    expect(idsOf(shut)).toEqual(['5', '4', '1', '0']);
    expect(groupMessages(items, shut).map(line => line.rest.length)).toEqual([2, 0, 0, 0]);
  });
  it('shows earlier messages below an unfolded group', () => {
    const open = toggleOpenSubject(shut, message('5', 'A'));
    expect(idsOf(open)).toEqual(['5', '3', '2', '4', '1', '0']);
    expect(idsOf(toggleOpenSubject(open, message('3', 'A')))).toEqual(idsOf(shut));
  });
  it('marks a folded group as a whole, and a line of an unfolded group alone', () => {
    const [folded] = groupMessages(items, shut);
    expect(folded && markToToggle(folded)).toEqual({ ids: ['3', '2'], as: 'read' });
    const [head, earlier] = groupMessages(items, new Set(['A']));
    expect(head && markToToggle(head)).toEqual({ ids: ['5'], as: 'unread' });
    expect(earlier && markToToggle(earlier)).toEqual({ ids: ['3'], as: 'read' });
  });
});
