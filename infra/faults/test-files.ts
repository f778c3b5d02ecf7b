/** Runs existing test files as a fault of the table, so that each check is written once. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FaultUnsupportedError } from './fault.ts';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Part of vitest's JSON report that this file reads. */
type Ran = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    message: string;
    assertionResults: { status: string; title: string; failureMessages: string[] }[];
  }[];
};

/**
 * Runs the tests in `files` whose titles match `titles`.
 * @param env settings of the tests, besides those of this process
 * @returns the titles of the passed tests @throws FaultUnsupportedError if every test was skipped; Error naming the
 * failures
 */
export async function runTestFiles(
  files: readonly string[],
  titles = '',
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-faults-'));
  const out = join(dir, 'ran.json');
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${out}`, '-t', titles, ...files];
  let said = '';
  try {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const from of [child.stdout, child.stderr])
      from.on('data', (chunk: Buffer) => {
        said += chunk;
      });
    const code = await new Promise(resolve => child.once('exit', resolve));
    const ran: Ran = JSON.parse(readFileSync(out, 'utf8'));
    const all = ran.testResults.flatMap(file => file.assertionResults);
    const failed = all.filter(({ status }) => status === 'failed');
    if (code !== 0)
      throw new Error(
        failed.map(({ title, failureMessages }) => `${title}: ${failureMessages[0]}`).join('\n') || said,
      );
    const passed = all.filter(({ status }) => status === 'passed').map(({ title }) => title);
    if (passed.length === 0)
      throw new FaultUnsupportedError(/NOT RUN: (.*)/.exec(said)?.[1] ?? 'its tests were skipped');
    return passed.join('; ');
  } finally {
    rmSync(dir, { recursive: true });
  }
}
