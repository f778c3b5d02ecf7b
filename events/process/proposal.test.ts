import { expect, test } from 'vitest';
import { attachmentOn, planWith } from '../testing/plans.ts';
import type { Fdi } from '../tooth/fdi.ts';
import type { Visit } from './process.ts';
import { dueChairsideWork, teethWithLostAttachments } from './proposal.ts';

const plan = planWith({
  teeth: { 12: {}, 13: {}, 33: {} },
  attachments: [attachmentOn(12, { from: 3, to: 9 }), attachmentOn(33, { from: 2, to: 20 })],
  ipr: [
    { contact: '13-12', mm: 0.2, before: 3 },
    { contact: '13-12', mm: 0.1, before: 8 },
    { contact: '11-21', mm: 0.3, before: 5 },
  ],
});
type Said = Partial<Pick<Visit, 'ipr' | 'attachments'>> & { date?: string };
const visits = (...all: readonly Said[]) =>
  all.map((one, i) => ({ visit: i + 1, date: '2026-03-01', ipr: [], attachments: [], ...one }));
const bonded = (tooth: Fdi, what: Visit['attachments'][number]['what'] = 'bonded') => ({
  attachments: [{ tooth, what }],
});
const ipr = (between: [Fdi, Fdi], mm: number) => ({ ipr: [{ between, mm }] });

test('the due procedures are those planned up to an aligner', () => {
  expect(dueChairsideWork(plan, [], 0)).toEqual({ ipr: [], attachments: [] });
  expect(dueChairsideWork(plan, [], 3)).toEqual({
    ipr: [{ contact: '13-12', planned: 0.2, done: 0, due: 0.2 }],
    attachments: [
      { tooth: 12, what: 'bonded' },
      { tooth: 33, what: 'bonded' },
    ],
  });
  expect(dueChairsideWork(plan, [], 8).ipr.map(one => [one.contact, one.due])).toEqual([
    ['13-12', 0.3],
    ['11-21', 0.3],
  ]);
});

test('recorded IPR reduces the due amount, in either order of the teeth, down to zero', () => {
  const done = visits(ipr([12, 13], 0.1), ipr([13, 12], 0.1), ipr([11, 21], 0.5));
  expect(dueChairsideWork(plan, done, 8).ipr).toEqual([
    { contact: '13-12', planned: 0.3, done: 0.2, due: 0.1 },
    { contact: '11-21', planned: 0.3, done: 0.5, due: 0 },
  ]);
});

test('recorded IPR without a plan is listed with nothing due', () => {
  expect(dueChairsideWork(plan, visits(ipr([22, 23], 0.1)), 1).ipr).toEqual([
    { contact: '22-23', planned: 0, done: 0.1, due: 0 },
  ]);
});

test('a lost attachment is due for rebonding, a finished one for removal', () => {
  const at = (stage: number, ...said: readonly Said[]) =>
    dueChairsideWork(plan, visits(...said), stage).attachments;
  expect(at(3, bonded(12), bonded(33))).toEqual([]);
  expect(at(3, bonded(12), bonded(33), bonded(12, 'lost'))).toEqual([{ tooth: 12, what: 'rebonded' }]);
  expect(at(10, bonded(12), bonded(33))).toEqual([{ tooth: 12, what: 'removed' }]);
  // The attachment on 12 was never recorded as bonded.
  expect(at(10, bonded(33))).toEqual([]);
});

test('visits count by their date, not by their order of entry', () => {
  const later = visits({ ...bonded(12, 'lost'), date: '2026-03-09' }, { ...bonded(12), date: '2026-03-01' });
  expect(teethWithLostAttachments(later)).toEqual([12]);
  expect(teethWithLostAttachments(visits(bonded(12, 'lost'), bonded(12, 'rebonded')))).toEqual([]);
});
