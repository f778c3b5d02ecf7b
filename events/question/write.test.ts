/** Tests with whom a question stays shared when it is saved again, and which moment it keeps. */
import { expect, test } from 'vitest';
import type { Viewer } from '../person/position.ts';
import { evolveQuestion, mayReadQuestion, type SavedQuestion } from './saved-question.ts';
import { addQuestion, changeQuestion } from './write.ts';

const owner: Viewer = { id: 'p-1', position: 'Analyst', orgId: 'main', serves: [] };
const moved: Viewer = { ...owner, orgId: 'other' };
const colleague: Viewer = { ...owner, id: 'p-2' };
const content = { title: 'Who waits', sql: 'SELECT 1' };
const at = '2026-03-01T10:00:00.000Z';

type Events = ReturnType<typeof addQuestion>;
const after = (before: SavedQuestion | undefined, events: Events) =>
  events.reduce((question, e, i) => evolveQuestion(question, { ...e, at, revision: i }), before);
const shared = after(
  undefined,
  addQuestion({ ...content, shared: true }, { viewer: owner, questionId: 'q', count: 0 }),
);
const saved = (viewer: Viewer, more: object) =>
  after(shared, changeQuestion(shared, { ...content, sql: 'SELECT 2', ...more }, { viewer, count: 0 }));

test('with the owner’s organisation', () => {
  expect(saved(owner, {})?.sharedWith).toBe('main');
  expect(saved(owner, { shared: false })?.sharedWith).toBeNull();
});

test.each([{}, { shared: false }])('not with one that the owner has left: %j', more => {
  const question = saved(moved, more);
  expect(question?.sharedWith).toBeNull();
  expect(question && mayReadQuestion(colleague, question)).toBe(false);
});

test('with the new one, if its owner says so', () => {
  expect(saved(moved, { shared: true })?.sharedWith).toBe('other');
});

test('a fixed moment is kept until it is saved without one', () => {
  const question = saved(owner, { asOf: '9f86d081-12' });
  expect(question?.asOf).toBe('9f86d081-12');
  const unchanged = { ...content, sql: 'SELECT 2', asOf: '9f86d081-12' };
  expect(changeQuestion(question, unchanged, { viewer: owner, count: 0 })).toEqual([]);
  const again = changeQuestion(question, { ...content, sql: 'SELECT 2' }, { viewer: owner, count: 0 });
  expect(after(question, again)).not.toHaveProperty('asOf');
});

test.each(['2026-12-01', '2026-12-01T10:00:00Z', '9f86d081-12'])('a moment may be %s', asOf => {
  expect(saved(owner, { asOf })?.asOf).toBe(asOf);
});

test.each(['yesterday', '2026-13-01', '9f86d081-', 'x'.repeat(41)])('%s is no moment', asOf => {
  expect(() => saved(owner, { asOf })).toThrow();
});
