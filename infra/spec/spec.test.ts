import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actionNames } from '#events/case/rules.ts';
import { statusCodes } from '#events/case/status.ts';
import { caseEvents } from '#events/case/stream.ts';
import { errors } from '#events/errors.ts';
import { createSpecMarkdown } from './tables.ts';

describe('SPEC.md', () => {
  const document = createSpecMarkdown();
  it('equals the output of `npm run spec -- --write`', () => {
    expect(readFileSync(new URL('./SPEC.md', import.meta.url), 'utf8')).toBe(document);
  });
  it('contains every status, action, event and error', () => {
    const codes = Object.values(errors).map(e => e.code);
    const first = [...statusCodes, ...actionNames, ...Object.keys(caseEvents), ...codes];
    expect(first.filter(name => !document.includes(`\n| ${name} | `))).toEqual([]);
  });
  it('has table rows with the same number of cells as their header', () => {
    for (const block of document.split('\n\n').filter(b => b.startsWith('|'))) {
      const widths = block
        .trim()
        .split('\n')
        .map(row => row.replaceAll('\\|', '').split('|').length);
      expect(new Set(widths).size).toBe(1);
    }
  });
});
