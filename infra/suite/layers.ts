/** Layers of the test suite: what each runs, what it needs, and its time budget. */
import { join } from 'node:path';
import { repositoryRoot } from '../setup/install.mjs';
import { withPrestartedServer } from './prestarted-server.ts';
import { type ReportedFailure, readReport, type SuiteReport } from './report.ts';
import { runScript, type ScriptOptions, type ScriptResult } from './run-script.ts';

/** Folder of the last run's reports, traces, screenshots and server logs. */
export const resultsFolder = join(repositoryRoot, 'test-results');

export type LayerOptions = {
  /** Arguments for the runner, such as a file or `-g name`. */
  args: readonly string[];
  /** Only these tests, which failed in the last run; absent: all tests. */
  only?: readonly ReportedFailure[];
  /** True: without tests that start servers repeatedly. */
  isShort?: boolean;
  /** True: other layers run at the same time. */
  quiet: boolean;
  /** Test files that another layer has already passed in this run. */
  omit?: readonly string[];
};

export type LayerResult = ScriptResult & Partial<SuiteReport>;

export type LayerNeed = 'chromium' | 'servers' | 'demo' | 'pages';

export type TestLayer = {
  /**
   * Time budget in seconds on two cores with warm caches. Exceeding it is reported but does not fail the run.
   */
  budget: number;
  needs: readonly LayerNeed[];
  /** Test files of another layer that this one also runs, under harder conditions. */
  alsoRuns?: { layer: 'e2e'; files: readonly string[] };
  run(asked: LayerOptions): Promise<LayerResult>;
};

const bin = (...path: string[]) => join(repositoryRoot, 'node_modules', ...path);

/** Regular expression that matches exactly these titles. */
const named = (titles: readonly string[]) => titles.map(RegExp.escape).join('|');

/**
 * Arguments for a runner to run only these tests. A file that could not be loaded has no titles, so all of it
 * runs.
 */
const onlyBy =
  (byTitle: '-t' | '-g') =>
  (failures: readonly ReportedFailure[]): string[] => {
    const titles = failures.map(({ title }) => title);
    const files = [...new Set(failures.map(({ file }) => file))];
    return titles.every(title => title !== undefined) ? [...files, byTitle, named(titles)] : files;
  };
const vitestOnly = onlyBy('-t');
// Selects by title, because line numbers change with every edit.
const playwrightOnly = onlyBy('-g');

async function vitest(
  layer: string,
  projects: readonly string[],
  { args, only, quiet }: LayerOptions,
): Promise<LayerResult> {
  const file = join(resultsFolder, `${layer}.json`);
  const ended = await runScript(
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...projects.map(project => `--project=${project}`),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      ...(only ? vitestOnly(only) : args),
    ],
    { quiet },
  );
  return reported(layer, ended, readReport('vitest', file));
}

/** Result of a runner. A run without a report has failed, unless it printed NOT RUN. */
function reported(layer: string, { ok, notRun }: ScriptResult, report: SuiteReport | undefined): LayerResult {
  if (report) return { ...report, notRun, ok: ok && report.failed === 0 };
  const isSkipped = ok && notRun.length > 0;
  const failures = isSkipped ? [] : [{ file: layer, error: 'exited without a report' }];
  return { ok: isSkipped, notRun, passed: 0, failed: failures.length, skipped: 0, failures };
}

/**
 * Runs the tests that failed before. Runs the whole layer if none of them exists any more, for example after
 * a rename.
 */
async function again(
  run: (asked: LayerOptions) => Promise<LayerResult>,
  asked: LayerOptions,
): Promise<LayerResult> {
  const ran = await run(asked);
  const isEmpty = asked.only && ran.passed === 0 && (ran.failed === 0 || !ran.files?.length);
  return isEmpty ? run({ ...asked, only: undefined }) : ran;
}

const playwrightArgs = [bin('@playwright', 'test', 'cli.js'), 'test', '-c', 'infra/e2e/playwright.config.ts'];

async function playwright(
  layer: string,
  before: readonly string[],
  asked: LayerOptions,
  how: ScriptOptions = {},
): Promise<LayerResult> {
  const { args, only, quiet } = asked;
  const file = join(resultsFolder, `${layer}.json`);
  const chosen = only ? playwrightOnly(only) : args;
  const env = { ...how.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const words = [...before, ...playwrightArgs, `--output=${join(resultsFolder, layer)}`, ...chosen];
  const ended = await runScript(words, { env, quiet });
  return reported(layer, ended, readReport('playwright', file));
}

/**
 * The lint layer uses the second core. Several checkers check the shared types once each: a fifth more processor
 * time.
 */
const oneChecker = ['--checkers', '1'];
const isIncremental = ['--incremental', '--tsBuildInfoFile', bin('.cache', 'archline.tsbuildinfo')];

/** Runs end-to-end tests. Single tests use a server that was started in advance. */
async function endToEnd(asked: LayerOptions): Promise<LayerResult> {
  const single = asked.args.length > 0 || asked.only !== undefined;
  const env = { ARCHLINE_OMITTED_SPECS: (asked.omit ?? []).join(',') };
  if (!single) return playwright('e2e', [], asked, { env });
  return withPrestartedServer(server =>
    playwright('e2e', [], asked, { env: { ARCHLINE_PRESTARTED_SERVER: server } }),
  );
}

const unitProjects = ({ isShort }: LayerOptions) => [
  ...['shared', 'web', 'alone'],
  ...(isShort ? [] : ['walks']),
];

const biome = [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--colors=off'];
const house = [join(repositoryRoot, 'infra', 'suite', 'house', 'house.ts')];

/** Finds unused files and exports, and dependencies that package.json lacks. */
const knip = [bin('knip', 'bin', 'knip.js'), '--no-progress'];

/** Runs programs one after another, even if one fails. */
async function inOrder(programs: readonly (readonly string[])[], quiet: boolean): Promise<ScriptResult> {
  const ended: ScriptResult[] = [];
  for (const program of programs) ended.push(await runScript(program, { quiet }));
  return { ok: ended.every(({ ok }) => ok), notRun: ended.flatMap(({ notRun }) => notRun) };
}

const stackSpecs = ['life.spec.ts'];

export const testLayers = {
  types: {
    budget: 30,
    needs: [],
    run: ({ quiet }) =>
      runScript([bin('typescript', 'bin', 'tsc'), '-p', '.', ...oneChecker, ...isIncremental], { quiet }),
  },
  lint: {
    // Measured while types are checked, and the demo and the pages are made.
    budget: 30,
    needs: [],
    run: ({ quiet }) => inOrder([biome, house, knip], quiet),
  },
  unit: {
    budget: 170,
    needs: ['chromium', 'demo', 'servers'],
    run: asked => again(now => vitest('unit', unitProjects(asked), now), asked),
  },
  cluster: {
    // Measured while the stack layer runs.
    budget: 150,
    needs: ['demo', 'servers'],
    run: asked => again(now => vitest('cluster', ['cluster'], now), asked),
  },
  e2e: { budget: 330, needs: ['chromium', 'demo', 'pages'], run: asked => again(endToEnd, asked) },
  /** A whole case over two nodes: remote log, Kafka, Redis, S3. */
  stack: {
    budget: 75,
    needs: ['chromium', 'pages', 'servers'],
    run: asked =>
      playwright('stack', ['infra/stack/stack.ts', '--', process.execPath], {
        ...asked,
        args: stackSpecs,
      }),
    alsoRuns: { layer: 'e2e', files: stackSpecs },
  },
  /** Runs only if named: tests the README's table "To add …" on copies of the tree. */
  recipes: { budget: 900, needs: [], run: asked => vitest('recipes', ['recipes'], asked) },
  /** Runs only if named: needs the real-world data in ../shared. */
  wild: { budget: 120, needs: [], run: asked => vitest('wild', ['wild'], asked) },
} satisfies Record<string, TestLayer>;

export type LayerName = keyof typeof testLayers;

/** Returns the test files of a layer that other layers have already passed, so that it need not repeat them. */
export function listFilesPassedElsewhere(
  name: LayerName,
  ran: readonly { name: LayerName; result: Pick<LayerResult, 'ok' | 'passed'> }[],
): readonly string[] {
  return ran.flatMap(one => {
    const { alsoRuns }: TestLayer = testLayers[one.name];
    const isPassed = one.result.ok && (one.result.passed ?? 0) > 0;
    return isPassed && alsoRuns?.layer === name ? alsoRuns.files : [];
  });
}

/** Rows of layers that `npm test` runs. Layers of a row run at the same time. */
export const defaultLayerGroups: readonly (readonly LayerName[])[] = [
  ['types', 'lint'],
  ['unit'],
  // Both wait for servers more than they compute.
  ['cluster', 'stack'],
  ['e2e'],
];
