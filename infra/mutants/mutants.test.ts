import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyMutant, openMutantWorktree, repositoryRoot } from './copy.ts';
import { readFailedSpecs } from './e2e.ts';
import { formatFindings, listDetectingTestFiles, type MutantFindings, readFindings } from './findings.ts';
import { mutants } from './table.ts';
import { listNearestTests } from './unit.ts';

const [mutant = { name: '', area: '', file: '', from: '', to: '' }] = mutants;

describe('planted faults', () => {
  it.each(mutants)('has the text of $name exactly once in its file', fault => {
    const text = readFileSync(join(repositoryRoot, fault.file), 'utf8');
    expect(applyMutant(text, fault)).not.toBe(text);
  });
  it('has a different name and file for each fault, so that all fit into one build', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(new Set(mutants.map(({ file }) => file)).size).toBe(mutants.length);
  });
  it('rejects a fault whose text is missing or ambiguous', () => {
    expect(() => applyMutant('', mutant)).toThrow(`${mutant.name} is stale`);
    expect(() => applyMutant(mutant.from + mutant.from, mutant)).toThrow('2 times');
  });
  it('refuses to plant faults in the caller’s folder', () => {
    expect(() => openMutantWorktree({ into: repositoryRoot })).toThrow(
      'Refusing to plant faults in the current folder',
    );
  });
  it('runs the tests that import the file first', () => {
    expect(listNearestTests(repositoryRoot, 'events/desk/hours.ts')[0]).toBe('events/desk/hours.test.ts');
  });
  it('rejects a run without specs, or with an error outside of the specs', () => {
    const spec = { ok: true, file: 'a.spec.ts', line: 3, title: 'opens' };
    const errors = [{ message: 'no browser' }];
    expect(() => readFailedSpecs({ suites: [], errors })).toThrow('Not measured: no browser');
    expect(() => readFailedSpecs({ suites: [], errors: [] })).toThrow('Not measured: no spec ran');
    expect(() => readFailedSpecs({ suites: [{ specs: [spec] }], errors })).toThrow('Not measured');
    expect(readFailedSpecs({ suites: [{ specs: [spec] }], errors: [] })).toEqual([]);
    const suites = [{ suites: [{ specs: [spec, { ...spec, ok: false, line: 9 }] }] }];
    expect(readFailedSpecs({ suites, errors })).toEqual([{ file: 'a.spec.ts:9', title: 'opens' }]);
  });
  it('runs the tests that found the fault before', () => {
    const found: MutantFindings = new Map([
      [mutant.name, { before: 'survived', after: 'unit: a.test.ts > x' }],
    ]);
    expect(listDetectingTestFiles(found, mutant.name)).toEqual(['a.test.ts']);
  });
  it('keeps the other column of the table when one is written', () => {
    const found: MutantFindings = new Map([
      [mutant.name, { before: 'unit: a.test.ts > x | y', after: 'survived' }],
    ]);
    expect(readFindings(formatFindings(mutants, found)).get(mutant.name)).toEqual(found.get(mutant.name));
  });
});
