import { describe, expect, it } from 'vitest';
import { isRefusal } from '../errors.ts';
import type { MomentMarkEvent } from './mark-events.ts';
import { addMomentMark, momentMarkFold, momentMarkLimits, removeMomentMark } from './marks.ts';

const now = Date.parse('2026-05-01T00:00:00Z');
const which = { personId: 'p-analyst', markId: 'm-1', now };
const fold = (events: readonly MomentMarkEvent[]) =>
  events.reduce(
    (state, event, revision) => momentMarkFold.evolve(state, { ...event, revision }),
    momentMarkFold.empty,
  );
const set = (n: number): MomentMarkEvent => ({
  type: 'MarkSet',
  data: { personId: 'p-analyst', markId: `m-${n}`, at: '2026-04-17T03:23:45Z' },
  personal: { text: `note ${n}` },
});
const issueOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (isRefusal(error)) return error.data?.issues?.[0]?.issue ?? error.refusal;
  }
  return undefined;
};

describe('a mark', () => {
  it('is set at a moment and removed again', () => {
    const events = addMomentMark(
      momentMarkFold.empty,
      { at: '2026-04-17T03:23:45Z', text: 'A scanner was down' },
      which,
    );
    const state = fold(events);
    expect(state.list).toEqual([{ id: 'm-1', at: '2026-04-17T03:23:45Z', text: 'A scanner was down' }]);
    expect(fold([...events, ...removeMomentMark(state, which)]).list).toEqual([]);
  });
  it.each([
    [{ at: '2026-05-01T00:00:01Z', text: 'x' }, 'date-future'],
    [{ at: '2026-04-31', text: 'x' }, 'date-format'],
    [{ at: '2026-13-01T00:00:00Z', text: 'x' }, 'date-invalid'],
    [{ at: '2026-04-17T00:00:00Z', text: ' ' }, 'blank'],
    [{ at: '2026-04-17T00:00:00Z', text: 'x'.repeat(momentMarkLimits.text + 1) }, 'too-long'],
  ])('is refused for %o', (input, issue) => {
    expect(issueOf(() => addMomentMark(momentMarkFold.empty, input, which))).toBe(issue);
  });
  it('is refused beyond the limit', () => {
    const full = fold(Array.from({ length: momentMarkLimits.marks }, (_, i) => set(i)));
    const input = { at: '2026-04-17T00:00:00Z', text: 'x' };
    expect(issueOf(() => addMomentMark(full, input, which))).toBe('mark-limit');
  });
  it('of nobody is not found', () => {
    expect(issueOf(() => removeMomentMark(fold([set(2)]), which))).toBe('notFound');
  });
});
