/** Python with the packages of the notebooks' cells, installed from PyPI once for a machine. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ensureInstalled, runProgram } from './server-programs.ts';

/** DuckDB downloads its extension for HTTP at the first use; as a package it is pinned, and of DuckDB's own version. */
const packages = [
  'duckdb==1.5.5',
  'duckdb-extension-httpfs==1.5.5',
  'pandas==3.1.1',
  'polars==2.1.0',
  'pyarrow==26.0.1',
];

const digest = createHash('sha256').update(packages.join()).digest('hex').slice(0, 8);
const interpreterIn = (dir: string) => join(dir, 'bin', 'python');

/** Returns the path of the interpreter. @throws Error without Python 3.11, or if the packages cannot be installed */
export async function notebookPython(): Promise<string> {
  const dir = await ensureInstalled(`notebook-python-${digest}`, async into => {
    await runProgram('python3', ['-m', 'venv', into]);
    await runProgram(interpreterIn(into), ['-m', 'pip', 'install', '--quiet', ...packages]);
  });
  return interpreterIn(dir);
}
