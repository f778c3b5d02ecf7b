import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { badField, errors, isRefusal, Refusal } from './errors.ts';
import { findIssues, parse } from './parse.ts';
import { parseWirePosition, toWirePosition } from './wire.ts';

const form = z.strictObject({
  name: z.string().check(z.minLength(2), z.maxLength(4)),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(3))),
  list: z.optional(z.array(z.boolean()).check(z.minLength(1), z.maxLength(2))),
  deep: z.optional(z.strictObject({ word: z.string().check(z.regex(/^a$/, { error: 'only-a' })) })),
});

function issues(value: unknown): unknown {
  try {
    return parse(form, value);
  } catch (error) {
    return isRefusal(error) ? [error.refusal, error.data?.issues] : error;
  }
}

describe('parsing an input', () => {
  it('returns the parsed value', () => {
    expect(issues({ name: 'abc', count: 2 })).toEqual({ name: 'abc', count: 2 });
  });
  it('lists every invalid field with its path and issue', () => {
    expect(issues({ name: 'a', count: 9, list: [], deep: { word: 'b', more: 1 }, x: 1 })).toEqual([
      'badInput',
      [
        { path: 'name', issue: 'too-short', values: { min: 2 } },
        { path: 'count', issue: 'too-big', values: { max: 3 } },
        { path: 'list', issue: 'too-few', values: { min: 1 } },
        { path: 'deep.word', issue: 'only-a' },
        { path: 'deep.more', issue: 'unknown-field' },
        { path: 'x', issue: 'unknown-field' },
      ],
    ]);
  });
  it('distinguishes missing fields from fields of the wrong type', () => {
    expect(issues({ count: '2', list: [1, 2] })).toEqual([
      'badInput',
      [
        { path: 'name', issue: 'required' },
        { path: 'count', issue: 'wrong-type' },
        { path: 'list.0', issue: 'wrong-type' },
        { path: 'list.1', issue: 'wrong-type' },
      ],
    ]);
  });
});

describe('refusals', () => {
  it('have unique codes and a permitted HTTP status', () => {
    const all = Object.values(errors);
    expect(new Set(all.map(e => e.code)).size).toBe(all.length);
    const allowed = [200, 400, 401, 403, 404, 408, 409, 410, 413, 415, 422, 423, 429, 500, 503];
    expect(all.filter(e => !allowed.includes(e.http))).toEqual([]);
  });
  it('keep the codes of the specification', () => {
    const codes = {
      101008: 'caseIdMissing',
      101009: 'fileStoreDown',
      101010: 'userUnknown',
      101013: 'alreadySignedIn',
    };
    const more = {
      101014: 'loginExpired',
      101015: 'positionUnknown',
      102025: 'userExists',
      102026: 'noClinicalInfo',
    };
    const last = { 102028: 'sessionEnded', 102029: 'notPermitted' };
    for (const [code, name] of Object.entries({ ...codes, ...more, ...last }))
      expect(Object.entries(errors).find(([key]) => key === name)?.[1].code).toBe(Number(code));
  });
  it('are recognised by `isRefusal` without `instanceof`, so across bundles', () => {
    expect(isRefusal(badField('a', 'b'))).toBe(true);
    expect(isRefusal(Object.assign(new Error('x'), { refusal: 'badInput' }))).toBe(true);
    expect(isRefusal(new Error('badInput'))).toBe(false);
    expect(isRefusal({ refusal: 'badInput' })).toBe(false);
    expect(new Refusal('caseUnknown')).toMatchObject({ code: 103001, http: 404, data: null });
  });
  it('of a field have values only if given', () => {
    expect(badField('a', 'b').data).toEqual({ issues: [{ path: 'a', issue: 'b' }] });
    expect(badField('a', 'b', { min: 1 }).data).toEqual({
      issues: [{ path: 'a', issue: 'b', values: { min: 1 } }],
    });
  });
});

describe('log positions on the wire', () => {
  const log = '0f3a9c1e-0000-7000-8000-000000000000';
  it('are read back unchanged', () => {
    for (const n of [0n, 1n, 88_121n, 10n ** 17n])
      expect(parseWirePosition(log, toWirePosition(log, n))).toBe(n);
  });
  it('are undefined if malformed or of another log', () => {
    for (const wire of [
      'deadbeef-1',
      '0f3a9c1e',
      '0f3a9c1e-',
      '0f3a9c1e--1',
      '0f3a9c1e-1-2',
      '0f3a9c1e-1.5',
      '0f3a9c1e- 1',
      `0f3a9c1e-${'9'.repeat(19)}`,
      '',
    ])
      expect(parseWirePosition(log, wire)).toBeUndefined();
  });
});

it('at most a hundred issues are reported, for many fields or one list', () => {
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, 1]));
  expect(findIssues(z.strictObject({}), unknown)).toHaveLength(100);
  const wrong = Array.from({ length: 5000 }, () => 'x');
  expect(findIssues(z.array(z.number()), wrong)).toHaveLength(100);
});
