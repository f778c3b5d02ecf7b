/** The table of the tests that find each fault, before and after the suite was shortened. */
import type { Mutant } from './table.ts';

export const findingColumns = ['before', 'after'] as const;
export type MutantFindingColumn = (typeof findingColumns)[number];

/** Findings by the name of the mutant, as text. */
export type MutantFindings = Map<string, Partial<Record<MutantFindingColumn, string>>>;

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map(cell => cell.trim().replaceAll('\\|', '|'));
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export function readFindings(text: string): MutantFindings {
  const rows = text
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(1)
    .map(cellsOf);
  return new Map(
    rows.map(([name = '', , before = '', after = '']) => [
      name,
      { ...(before && { before }), ...(after && { after }) },
    ]),
  );
}

/** Unit test files that found a mutant before. They run first the next time. */
export const listDetectingTestFiles = (found: MutantFindings, name: string): string[] =>
  Object.values(found.get(name) ?? {}).flatMap(words => /^unit: (\S+) >/.exec(words)?.[1] ?? []);

/** Formats the file, with rows in the order of the table of mutants. */
export function formatFindings(mutants: readonly Mutant[], found: MutantFindings): string {
  const rows = mutants.map(({ name, area }) => {
    const { before = '', after = '' } = found.get(name) ?? {};
    return `| ${[name, area, before, after].map(cell).join(' | ')} |`;
  });
  return [
    '# Planted faults, and the first test that finds each',
    '',
    'Written by `npm run mutants -- --write before` or `--write after`. An empty cell is not measured.',
    '',
    '| name | area | found by (before) | found by (after) |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
