/**
 * Python's tools that analysts use, from PyPI with pinned versions: pandas, Polars, DuckDB and PM4Py. `npx node
 * infra/deploy/tools.ts` installs them once for a machine, which takes a gigabyte. Tests use them if they are there. PM4Py has the
 * AGPL, so it is a tool of tests and part of no product.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, isInstalled, isServerAvailable, runProgram } from './server-programs.ts';

const requirements = join(import.meta.dirname, 'python-requirements.txt');
const HASH_LENGTH = 12;
const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, HASH_LENGTH);
const folder = `python-${version}`;
/** Oldest minor version of Python 3 that the pinned versions support. */
const oldestPython = 11;

async function checkPython(): Promise<void> {
  const told = await runProgram('python3', ['--version']).catch(() => '');
  if (Number(/^Python 3\.(\d+)/.exec(told)?.[1] ?? 0) < oldestPython)
    throw new Error(`needs Python 3.${oldestPython} or newer with venv`);
}

/** Returns the path of a Python with the tools, and installs them if they are missing. */
async function pythonProgram(): Promise<string> {
  const dir = await ensureInstalled(folder, async into => {
    await checkPython();
    await runProgram('python3', ['-m', 'venv', into]);
    const quietly = ['--quiet', '--disable-pip-version-check', '--no-cache-dir'];
    await runProgram(join(into, 'bin', 'python'), ['-m', 'pip', 'install', ...quietly, '-r', requirements]);
  });
  return join(dir, 'bin', 'python');
}

export const pythonTool = {
  is: 'Python’s tools (pandas, Polars, DuckDB, PM4Py)',
  folder,
  get: pythonProgram,
};

/** Whether the tools are installed. Prints how to install them if they are not. */
export const isPythonAvailable = (): Promise<boolean> =>
  isServerAvailable(pythonTool.is, async () => {
    if (!isInstalled(folder))
      throw new Error(
        `not installed: install Python 3.${oldestPython} or newer and run npx node infra/deploy/tools.ts`,
      );
  });

/** Runs a script with the tools. @returns what it prints as JSON in its last line @throws Error with its output if it fails */
export async function runPython(script: string, args: readonly string[]): Promise<unknown> {
  const told = await runProgram(await pythonProgram(), [script, ...args]);
  return JSON.parse(told.trimEnd().split('\n').at(-1) ?? '');
}
