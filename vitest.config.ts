import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Test files of some folders. */
const below = (...folders: string[]) => [`{${folders.join(',')}}/**/*.test.{ts,tsx}`];
/** Tests over real servers beside the process: a log over the wire, Kafka, Redis, S3. A layer of their own. */
const cluster = '**/*.cluster.test.ts';

/** Unit, contract and property tests, beside what they test. Playwright's are in infra/e2e. */
export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A condition that is waited for may take as long as a machine with much else to do makes it.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      // What lives in modules here is tables and what follows from them, so that files may share a process.
      {
        extends: true,
        test: {
          name: 'shared',
          include: below('events', 'projections', 'services', 'workers'),
          exclude: [cluster],
          isolate: false,
        },
      },
      // Stores of the screen are modules, and some tests put a browser's globals in place: each file is alone.
      {
        extends: true,
        test: { name: 'alone', include: below('web', 'infra'), exclude: [cluster], isolate: true },
      },
      {
        extends: true,
        test: { name: 'cluster', include: [cluster], exclude: ['node_modules'], testTimeout: 120_000 },
      },
    ],
  },
});
