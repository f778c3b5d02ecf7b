import { expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { codeWord } from './code-word.ts';

it('has a word for a code in a column of codes, and for nothing else', () => {
  const { PlanAwaitingDoctor } = Status;
  expect(codeWord('status', PlanAwaitingDoctor)).toBe(`case:status.${PlanAwaitingDoctor}`);
  expect(codeWord('to_status', PlanAwaitingDoctor)).toBe(`case:status.${PlanAwaitingDoctor}`);
  expect(codeWord('method', 1)).toBe('rx:option.method.1');
  expect(codeWord('cases', PlanAwaitingDoctor)).toBeUndefined();
  expect(codeWord('status', 9999)).toBeUndefined();
  expect(codeWord('status', null)).toBeUndefined();
  expect(codeWord('toString', 1)).toBeUndefined();
});
