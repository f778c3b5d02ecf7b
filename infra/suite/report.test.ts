import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { repositoryRoot } from '../setup/install.mjs';
import { formatFailure, readReport } from './report.ts';

const dir = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const stack = `Error: not visible
    at sees (${repositoryRoot}/infra/e2e/acts.ts:28:53)
    at ${repositoryRoot}/infra/e2e/life.spec.ts:73:11
    at Runner.run (file://${repositoryRoot}/node_modules/playwright/runner.js:9:1)
    at process.run (node:internal/process:1:1)`;

const reports = {
  vitest: {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: join(repositoryRoot, 'infra/e2e/life.spec.ts'),
        startTime: 0,
        endTime: 2000,
        message: '',
        assertionResults: [{ status: 'failed', fullName: 'a case', failureMessages: [stack] }],
      },
    ],
  },
  playwright: {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [],
    suites: [
      {
        file: 'life.spec.ts',
        specs: [
          {
            ok: false,
            file: 'life.spec.ts',
            title: 'a case',
            tests: [{ results: [{ duration: 2000, error: { message: 'Error: not visible', stack } }] }],
          },
        ],
      },
    ],
  },
};

it.each(['vitest', 'playwright'] as const)(
  'names the lines of the project that led to a failure (%s)',
  runner => {
    const file = join(dir, `${runner}.json`);
    writeFileSync(file, JSON.stringify(reports[runner]));
    const failure = readReport(runner, file)?.failures[0];
    expect(failure).toBeDefined();
    const [what, where] = failure ? formatFailure(failure).split('\n') : [];
    expect(what).toMatch(/^infra\/e2e\/life\.spec\.ts > a case: Error: not visible/);
    expect(where).toBe('  at infra/e2e/acts.ts:28, infra/e2e/life.spec.ts:73');
  },
);
