/**
 * Pythons with packages of PyPI in pinned versions, each in a folder of its own, because they need different versions of
 * DuckDB. `npx node infra/deploy/tools.ts` installs them once for a machine, which takes more than a gigabyte. Tests use those
 * that are there.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  ensureInstalled,
  type InstallableTool,
  isInstalled,
  isServerAvailable,
  runProgram,
} from './server-programs.ts';

/** Oldest minor version of Python 3 that the pinned versions support. */
const oldestPython = 11;

async function checkPython(): Promise<void> {
  const told = await runProgram('python3', ['--version']).catch(() => '');
  if (Number(/^Python 3\.(\d+)/.exec(told)?.[1] ?? 0) < oldestPython)
    throw new Error(`needs Python 3.${oldestPython} or newer with venv`);
}

const digestOf = (text: string | Uint8Array, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

type PythonOptions = {
  is: string;
  folder: string;
  /** Arguments of `pip install`. */
  packages: readonly string[];
};

/** `get`: path of the interpreter. @throws Error without Python 3.11, or if the packages cannot be installed */
const definePython = ({ is, folder, packages }: PythonOptions): InstallableTool => ({
  is,
  folder,
  get: async () => {
    const dir = await ensureInstalled(folder, async into => {
      await checkPython();
      await runProgram('python3', ['-m', 'venv', into]);
      const quietly = ['--quiet', '--disable-pip-version-check', '--no-cache-dir'];
      await runProgram(join(into, 'bin', 'python'), ['-m', 'pip', 'install', ...quietly, ...packages]);
    });
    return join(dir, 'bin', 'python');
  },
});

const requirements = join(import.meta.dirname, 'python-requirements.txt');

/** What analysts use. PM4Py has the AGPL, so it is a tool of tests and part of no product. */
const exportsPython = definePython({
  is: 'Python’s tools for exports (pandas, Polars, DuckDB, PM4Py)',
  folder: `python-${digestOf(readFileSync(requirements), 12)}`,
  packages: ['-r', requirements],
});

const notebookPackages = [
  'duckdb==1.5.5',
  // DuckDB would download its extension for HTTP at the first use. PyPI has that extension for versions up to 1.5.5.
  'duckdb-extension-httpfs==1.5.5',
  'pandas==3.1.1',
  'polars==2.1.0',
  'pyarrow==26.0.1',
];
export const notebookPythonEnvironment = definePython({
  is: 'Python’s tools for notebooks (pandas, Polars, DuckDB over HTTP)',
  folder: `notebook-python-${digestOf(notebookPackages.join(), 8)}`,
  packages: notebookPackages,
});

const sqlPackages = ['chdb==4.4.0', 'sqlglot==30.30.0'];
export const sqlPythonEnvironment = definePython({
  is: 'ClickHouse’s engine and the parser of Trino’s SQL in Python',
  folder: `sql-python-${digestOf(sqlPackages.join(), 8)}`,
  packages: sqlPackages,
});

export const pythonTools: readonly InstallableTool[] = [
  exportsPython,
  notebookPythonEnvironment,
  sqlPythonEnvironment,
];

/** Whether the packages are installed. Prints how to install them if they are not. */
export const isInstalledPython = ({ is, folder }: InstallableTool): Promise<boolean> =>
  isServerAvailable(is, async () => {
    if (!isInstalled(folder))
      throw new Error(
        `not installed: install Python 3.${oldestPython} or newer and run npx node infra/deploy/tools.ts`,
      );
  });

export const isExportsPythonAvailable = (): Promise<boolean> => isInstalledPython(exportsPython);

/** Runs a script with the tools. @returns what it prints as JSON in its last line @throws Error with its output if it fails */
export async function runExportsPython(script: string, args: readonly string[]): Promise<unknown> {
  const told = await runProgram(await exportsPython.get(), [script, ...args]);
  return JSON.parse(told.trimEnd().split('\n').at(-1) ?? '');
}

export type PythonProcess = {
  /** Sends a line. */
  write(line: string): void;
  /** Resolves with the next line that the script prints as JSON. @throws Error if it ended before */
  next(): Promise<unknown>;
  /** Ends its input and resolves when it has exited. */
  stop(): Promise<void>;
};

/** Starts a script that answers lines. Ignores printed lines that are not JSON. */
export async function openPython(script: string, args: readonly string[]): Promise<PythonProcess> {
  const child = spawn(await exportsPython.get(), [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    write: line => void child.stdin.write(`${line}\n`),
    next: async () => {
      for (;;) {
        const { done, value } = await lines.next();
        if (done) throw new Error(`${basename(script)} ended before it answered`);
        if (value.startsWith('{')) return JSON.parse(value);
      }
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
