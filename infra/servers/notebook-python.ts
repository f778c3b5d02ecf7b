/**
 * Python with the packages of the notebooks' cells, from PyPI with pinned versions. `npx node infra/deploy/tools.ts` installs
 * them once for a machine. Tests use them if they are there.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  ensureInstalled,
  type GoTool,
  isInstalled,
  isServerAvailable,
  runProgram,
} from './server-programs.ts';

/** DuckDB downloads its extension for HTTP at the first use. PyPI has it for versions up to 1.5.5. */
const packages = [
  'duckdb==1.5.5',
  'duckdb-extension-httpfs==1.5.5',
  'pandas==3.1.1',
  'polars==2.1.0',
  'pyarrow==26.0.1',
];

const digest = createHash('sha256').update(packages.join()).digest('hex').slice(0, 8);
const folder = `notebook-python-${digest}`;

/** `get`: path of the interpreter. @throws Error without Python 3.11, or if the packages cannot be installed */
export const notebookPython: GoTool = {
  is: 'Python’s tools for notebooks (pandas, Polars, DuckDB over HTTP)',
  folder,
  get: async () => {
    const dir = await ensureInstalled(folder, async into => {
      await runProgram('python3', ['-m', 'venv', into]);
      await runProgram(join(into, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages]);
    });
    return join(dir, 'bin', 'python');
  },
};

/** Whether the tools are installed. Prints how to install them if they are not. */
export const isNotebookPythonAvailable = (): Promise<boolean> =>
  isServerAvailable(notebookPython.is, async () => {
    if (!isInstalled(folder))
      throw new Error('not installed: install Python 3.11 or newer and run npx node infra/deploy/tools.ts');
  });
