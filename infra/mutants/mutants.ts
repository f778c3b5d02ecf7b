/**
 * `npm run mutants` plants each fault of the table in a copy of the tree and reports the test that finds it;
 * `npm run mutants -- name …` plants only the named ones.
 *
 * --write before|after  stores the results in found.md
 * --new                 skips mutants that have a result there
 * --steps near,e2e      runs only these steps; default near,related,cluster,e2e
 * --tests file,file     uses these test files as the near ones
 * --specs review,chat   runs only these spec files end to end
 * --at commit           commit of the copy; default HEAD
 * --in folder           uses this existing worktree instead, and keeps it
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MutantWorktree, openMutantWorktree, repositoryRoot } from './copy.ts';
import { findEndToEndTestOfEachFault } from './e2e.ts';
import {
  findingColumns,
  formatFindings,
  listDetectingTestFiles,
  type MutantFindingColumn,
  type MutantFindings,
  readFindings,
} from './findings.ts';
import { type Mutant, mutants } from './table.ts';
import {
  type FailedTest,
  findFailuresWithoutFault,
  listNearestTests,
  runUnitSearchStep,
  type UnitSearchStep,
  unitSearchSteps,
} from './unit.ts';

const foundFile = join(repositoryRoot, 'infra', 'mutants', 'found.md');
const survived = 'survived';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'string' },
    new: { type: 'boolean', default: false },
    steps: { type: 'string', default: [...unitSearchSteps, 'e2e'].join() },
    tests: { type: 'string' },
    specs: { type: 'string' },
    at: { type: 'string' },
    in: { type: 'string' },
  },
});

const inWords = (layer: string, { file, title }: FailedTest) => `${layer}: ${file} > ${title}`;

/** @throws Error for an unknown mutant or column */
function asked(): { wanted: Mutant[]; steps: string[]; column: MutantFindingColumn | undefined } {
  const unknown = positionals.filter(name => !mutants.some(mutant => mutant.name === name));
  if (unknown.length > 0) throw new Error(`Unknown mutant ${unknown.join(', ')}.`);
  const column = findingColumns.find(one => one === values.write);
  if (values.write !== undefined && !column) throw new Error('--write must be before or after.');
  const known = values.new && column ? kept() : new Map();
  const wanted = mutants
    .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    .filter(({ name }) => column === undefined || known.get(name)?.[column] === undefined);
  return { wanted, steps: values.steps.split(','), column };
}

const kept = (): MutantFindings => readFindings(existsSync(foundFile) ? readFileSync(foundFile, 'utf8') : '');

/** Returns the first failure of a step whose test passes without the fault. */
async function foundByUnit(
  copy: MutantWorktree,
  step: UnitSearchStep,
  mutant: Mutant,
): Promise<FailedTest | undefined> {
  const restore = copy.plant([mutant]);
  const first = values.tests?.split(',') ?? listDetectingTestFiles(kept(), mutant.name);
  const near = values.tests === undefined ? listNearestTests(copy.folder, mutant.file) : [];
  const tests = [...new Set([...first.filter(file => existsSync(join(copy.folder, file))), ...near])];
  const failed = await runUnitSearchStep(step, copy.folder, mutant.file, tests).finally(restore);
  if (failed.length === 0) return undefined;
  const anyway = await findFailuresWithoutFault(copy.folder, failed);
  return failed.find(({ file, title }) => !anyway.some(one => one.file === file && one.title === title));
}

async function main(): Promise<void> {
  const { wanted, steps, column } = asked();
  const answers = new Map<string, string>();
  const say = (name: string, answer: string) => {
    console.log(`${name}: ${answer}`);
    answers.set(name, answer);
    if (!column) return;
    const all = kept();
    all.set(name, { ...all.get(name), [column]: answer });
    writeFileSync(foundFile, formatFindings(mutants, all));
  };
  const copy = openMutantWorktree({ at: values.at, into: values.in });
  const left = () => wanted.filter(({ name }) => !answers.has(name));
  try {
    for (const step of unitSearchSteps.filter(one => steps.includes(one)))
      for (const mutant of left()) {
        const failure = await foundByUnit(copy, step, mutant);
        if (failure) say(mutant.name, inWords(step === 'cluster' ? 'cluster' : 'unit', failure));
        else console.log(`${mutant.name}: not by ${step}`);
      }
    if (steps.includes('e2e') && left().length > 0) {
      const found = await findEndToEndTestOfEachFault(
        copy,
        left(),
        values.specs?.split(',') ?? [],
        ({ file, title }) => console.log(`fails with all of them: ${file} ${title}`),
      );
      for (const [name, failure] of found) say(name, inWords('e2e', failure));
    }
    const isWhole =
      [...unitSearchSteps, 'e2e'].every(step => steps.includes(step)) && values.specs === undefined;
    for (const { name } of left())
      if (isWhole) say(name, survived);
      else console.log(`${name}: not found in these steps`);
  } finally {
    copy.close();
  }
}

await main();
