import { expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { codeWordKey } from './code-word.ts';

it('has a word for a code in a column of codes, and for nothing else', () => {
  const { PlanAwaitingDoctor } = Status;
  expect(codeWordKey('status', PlanAwaitingDoctor)).toBe(`case:status.${PlanAwaitingDoctor}`);
  expect(codeWordKey('to_status', PlanAwaitingDoctor)).toBe(`case:status.${PlanAwaitingDoctor}`);
  expect(codeWordKey('method', 1)).toBe('rx:option.method.1');
  expect(codeWordKey('cases', PlanAwaitingDoctor)).toBeUndefined();
  expect(codeWordKey('status', 9999)).toBeUndefined();
  expect(codeWordKey('status', null)).toBeUndefined();
  expect(codeWordKey('toString', 1)).toBeUndefined();
});
