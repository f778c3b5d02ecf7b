/** Python with ClickHouse's engine and a parser of SQL dialects, installed from PyPI once for a machine. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ensureInstalled, runProgram } from './server-programs.ts';

const packages = ['chdb==4.4.0', 'sqlglot==30.30.0'];

const digest = createHash('sha256').update(packages.join()).digest('hex').slice(0, 8);
const interpreterIn = (dir: string) => join(dir, 'bin', 'python');

/** Returns the path of the interpreter. @throws Error without Python, or if the packages cannot be installed */
export async function sqlPython(): Promise<string> {
  const dir = await ensureInstalled(`sql-python-${digest}`, async into => {
    await runProgram('python3', ['-m', 'venv', into]);
    await runProgram(interpreterIn(into), ['-m', 'pip', 'install', '--quiet', ...packages]);
  });
  return interpreterIn(dir);
}
