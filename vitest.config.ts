import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './infra/suite/longest-first.ts';

/** Test files of some folders. */
const below = (...folders: string[]) => folders.map(folder => `${folder}/**/*.test.{ts,tsx}`);
const walks = [...below('infra/walks', 'infra/faults', 'infra/load'), 'services/**/*.walk.test.ts'];
/** Tests with real server processes: a remote log, Kafka, Redis, S3. They are a separate layer. */
const cluster = '**/*.cluster.test.ts';
/** Tests with real-world files in ../shared, which most clones do not have. They are a separate layer. */
const wild = '**/*.wild.test.ts';
/** Tests of the README's recipes on copies of the tree. They take minutes and are a separate layer. */
const recipes = 'infra/recipes/**/*.test.ts';
/** Packages, also those that a benchmark installs for its peers. */
const packages = '**/node_modules/**';

/** Caches compiled modules, because programs started by tests then take half as long. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

/** Unit, contract and property tests, in the folder of the tested code. Playwright tests are in infra/e2e. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Tests make and drop many objects. Collecting the young ones, of which the default holds 1 MiB, took a seventh of the time.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    // Timeouts that only detect hanging tests: a busy machine may take ten times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    // Node runs the program without a build, and its tests too. Vite's runner reads each import through a getter on every use.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      // Test files share a process.
      {
        extends: true,
        test: {
          name: 'shared',
          include: below('events', 'projections', 'services', 'workers'),
          exclude: [packages, cluster, wild, ...walks],
          setupFiles: 'infra/testing/leftovers.ts',
          isolate: false,
        },
      },
      // Components need a build. The page's stores are modules, and each test sets the values that it needs.
      {
        extends: true,
        test: {
          name: 'web',
          include: below('web'),
          setupFiles: 'infra/testing/leftovers.ts',
          isolate: false,
          experimental: { viteModuleRunner: true },
        },
      },
      // Tests that start servers and wait for them. They share a process too.
      {
        extends: true,
        test: {
          name: 'alone',
          include: below('infra'),
          exclude: [packages, cluster, wild, recipes, ...walks],
          setupFiles: 'infra/testing/leftovers.ts',
          isolate: false,
        },
      },
      // Tests that start programs repeatedly or run thousands of steps: too long for the quick run.
      {
        extends: true,
        test: {
          name: 'walks',
          include: walks,
          exclude: [packages, cluster, wild],
          setupFiles: 'infra/testing/leftovers.ts',
          isolate: false,
        },
      },
      {
        extends: true,
        // Cluster tests mostly wait for servers, so more of them run at once.
        test: { name: 'cluster', include: [cluster], exclude: [packages], maxWorkers: 4 },
      },
      {
        extends: true,
        test: { name: 'wild', include: [wild], exclude: [packages], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: { name: 'recipes', include: [recipes], testTimeout: 1_800_000 },
      },
    ],
  },
});
