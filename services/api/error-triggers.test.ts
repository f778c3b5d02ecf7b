import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ErrorName, errors } from '#events/errors.ts';
import { errorTriggers } from './error-triggers.ts';

const brought = Object.entries(errorTriggers).flatMap(([name, t]) => (t ? [[name, t.test] as const] : []));

test.each(brought)('the trigger of %s is tested in %s', (name, file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  // Cast: the table's keys are error names.
  const { code } = errors[name as ErrorName];
  expect(text.includes(String(code)) || text.includes(name)).toBe(true);
});

test('a code without a trigger belongs to a call of a later version', () => {
  const later = Object.entries(errorTriggers).flatMap(([name, t]) => (t ? [] : [name]));
  expect(later).toEqual(['remarksFailed', 'qrExpired']);
});

test('no code is used twice', () => {
  const codes = Object.values(errors).map(e => e.code);
  expect(new Set(codes).size).toBe(codes.length);
});
