import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { specFields, specFieldTitle } from './fields.ts';
import { specRules } from './rules.ts';

/** The fields and rules of the description that refer to a test elsewhere. */
const references = [
  ...specFields.flatMap(field => ('test' in field ? [{ ...field, name: specFieldTitle(field) }] : [])),
  ...specRules.flatMap(rule => ('test' in rule ? [{ ...rule, name: rule.rule }] : [])),
];

describe('a test that the coverage of the description refers to', () => {
  test.each(references)('$name: $title', ({ test: file, title }) => {
    const source = new URL(`../../../${file}`, import.meta.url);
    expect([file, existsSync(source)]).toEqual([file, true]);
    expect(readFileSync(source, 'utf8')).toContain(`'${title}'`);
  });
});
