import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumExecutable } from '../testing/browser.ts';

/** End-to-end: a real server, real browsers, people by role and things by name. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/e2e',
  // They find what hangs. A machine with much else to do may take ten times as long as a quiet one.
  timeout: 1_200_000,
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  fullyParallel: false,
  // One more than can compute: a test waits for its server and its browser a sixth of its time. A server that was there
  // before is one for all: tests of two workers would meet in its cases.
  workers: process.env.ARCHLINE_PRESTARTED_SERVER ? 1 : Math.min(availableParallelism() + 1, 4),
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? {} : { outputFile: '../../test-results/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    // Composing by the processor takes a tenth of what an emulated graphics card takes; what is 3D is drawn by one, each
    // point once: softer edges would take four.
    launchOptions: {
      executablePath: chromiumExecutable,
      args: [...chromiumArgs, '--disable-gpu', '--webgl-antialiasing-mode=none'],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    // Without the DOM of every step, which takes a quarter of the layer's processor time. With it:
    // `npm test -- e2e -g name --trace=on`.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
  },
});
