import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Test files of some folders. */
const below = (...folders: string[]) => folders.map(folder => `${folder}/**/*.test.{ts,tsx}`);
const walks = [...below('infra/walks', 'infra/faults', 'infra/load'), 'services/**/*.walk.test.ts'];
/** Tests over real servers beside the process: a log over the wire, Kafka, Redis, S3. A layer of their own. */
const cluster = '**/*.cluster.test.ts';
/** Tests over files beside the project, which most people do not have. A layer of their own. */
const wild = '**/*.wild.test.ts';
/** The README's recipes over copies of the tree: minutes of types and unit tests. A layer of their own. */
const recipes = 'infra/recipes/**/*.test.ts';

/** Programs that tests start take half as long where Node finds their modules compiled. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

/** Unit, contract and property tests, beside what they test. Playwright's are in infra/e2e. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // They find what hangs. A machine with much else to do may take ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      // Files share a process: stores of the screen are modules, which a test sets as it needs them.
      {
        extends: true,
        test: {
          name: 'shared',
          include: below('events', 'projections', 'services', 'workers', 'web'),
          exclude: [cluster, wild, ...walks],
          setupFiles: 'infra/testing/leftovers.ts',
          isolate: false,
        },
      },
      // These start servers and wait for them.
      {
        extends: true,
        test: {
          name: 'alone',
          include: below('infra'),
          exclude: [cluster, wild, recipes, ...walks],
          isolate: true,
        },
      },
      // These start programs again and again, or act for thousands of steps: too long for the quick run.
      {
        extends: true,
        test: { name: 'walks', include: walks, exclude: [cluster, wild], isolate: true },
      },
      {
        extends: true,
        // They wait for servers more than they compute.
        test: { name: 'cluster', include: [cluster], exclude: ['node_modules'], maxWorkers: 4 },
      },
      {
        extends: true,
        test: { name: 'wild', include: [wild], exclude: ['node_modules'], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: { name: 'recipes', include: [recipes], testTimeout: 1_800_000 },
      },
    ],
  },
});
