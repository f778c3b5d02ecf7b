import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumExecutable } from '../testing/browser.ts';

/** End-to-end tests with a real server and real browsers; elements are found by role and name. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Files that the stack layer has passed in the same run of `npm test`.
  testIgnore: (process.env.ARCHLINE_OMITTED_SPECS ?? '').split(',').filter(file => file !== ''),
  outputDir: '../../test-results/e2e',
  // Time limits only stop hanging tests. A busy machine may be ten times slower than a quiet one.
  timeout: 1_200_000,
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  fullyParallel: false,
  // Why one more than the processors: a test spends a sixth of its time waiting for server and browser.
  // Why one with a prestarted server: tests of several workers would change the same cases.
  workers: process.env.ARCHLINE_PRESTARTED_SERVER ? 1 : Math.min(availableParallelism() + 1, 4),
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? {} : { outputFile: '../../test-results/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    // Software compositing takes a tenth of the time of an emulated graphics card. 3D uses the emulated card
    // without antialiasing, which would take four times as long. Pages are too short-lived for optimised script to pay:
    // without the optimiser the layer takes a tenth less processor time, and without Maglev some hundredths less.
    // A larger young generation is collected less often, which takes some hundredths less.
    launchOptions: {
      executablePath: chromiumExecutable,
      args: [
        ...chromiumArgs,
        '--disable-gpu',
        '--webgl-antialiasing-mode=none',
        '--js-flags=--no-opt --no-maglev --min-semi-space-size=16',
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    // Without DOM snapshots, which take a quarter of the layer's processor time. To record them: `npm test --
    // e2e -g name --trace=on`.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
  },
});
