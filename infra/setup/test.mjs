/**
 * `npm test`: everything that has to hold, layer by layer, with the time that each took. Arguments name layers:
 * `npm test -- types unit`. Ends with one line of counts.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, node24, root } from './install.mjs';

install();
const { chromiumPath } = await import('./chromium.mjs');
const chromium = await chromiumPath();
const out = mkdtempSync(join(tmpdir(), 'archline-test-'));
const bin = name => join(root, 'node_modules', ...name);
const env = {
  ...process.env,
  ARCHLINE_CHROMIUM: chromium,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
};

/** Lines in which a test says what cannot run here, and why. */
const notRun = [];

/** Runs Node 24 in this terminal; resolves with whether it ended well. */
function node(...args) {
  const child = spawn(node24, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    from.on('data', chunk => {
      to.write(chunk);
      notRun.push(...(String(chunk).match(/NOT RUN: .*/g) ?? []));
    });
  return new Promise(resolve => child.on('close', code => resolve(code === 0)));
}

/** A failure in a line: its test and the first words of what it says, without colours. */
const told = (title, error = '') => `${title}: ${error.replace(ansi, '').replace(/\s+/g, ' ').slice(0, 260)}`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one.
const ansi = /\u001b\[[0-9;]*m/g;

/** The specs of a Playwright suite and of those in it. */
const specsOf = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** Counts, failures and the seconds of each file out of a runner's JSON report; nothing ran is a failure. */
const counts = {
  vitest: r => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests,
    skipped: r.numPendingTests + r.numTodoTests,
    files: r.testResults.map(({ name, startTime, endTime }) => [
      name.slice(root.length + 1),
      (endTime - startTime) / 1000,
    ]),
    said: r.testResults.flatMap(file => [
      ...(file.message ? [told(file.name.slice(root.length), file.message)] : []),
      ...file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => told(fullName, failureMessages[0])),
    ]),
  }),
  playwright: ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    files: suites.map(suite => [
      suite.file,
      specsOf(suite).reduce(
        (sum, { tests }) => sum + tests[0].results.reduce((ms, r) => ms + r.duration, 0),
        0,
      ) / 1000,
    ]),
    said: suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map(({ file, line, tests }) => told(`${file}:${line}`, tests[0]?.results[0]?.error?.message)),
  }),
};

/** What a runner has left, or nothing where it ended before. */
const counted = (runner, file) =>
  existsSync(file) ? counts[runner](JSON.parse(readFileSync(file, 'utf8'))) : {};

async function vitest(name, ...args) {
  const file = join(out, `${name}.json`);
  const ok = await node(
    bin(['vitest', 'vitest.mjs']),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  );
  return { ok, ...counted('vitest', file) };
}

const playwrightArgs = [
  bin(['@playwright', 'test', 'cli.js']),
  'test',
  '-c',
  'infra/e2e/playwright.config.ts',
];

async function playwright(name, ...args) {
  const file = join(out, `${name}.json`);
  env.PLAYWRIGHT_JSON_OUTPUT_NAME = file;
  const ok = await node(...args);
  return { ok, ...counted('playwright', file) };
}

/** A whole case over two nodes: log over the wire, Kafka, Redis, S3. Where one of them cannot be had it says so. */
const onStack = () =>
  playwright('stack', 'infra/stack/stack.ts', '--', node24, ...playwrightArgs, 'life.spec.ts');

function built() {
  build();
  return { ok: true };
}

/** Minutes are what a layer may take on two cores, warm; they are printed, not asserted. */
const layers = {
  types: {
    minutes: 0.5,
    run: async () => ({ ok: await node(bin(['typescript', 'bin', 'tsc']), '-p', '.') }),
  },
  lint: {
    minutes: 0.2,
    run: async () => ({ ok: await node(bin(['@biomejs', 'biome', 'bin', 'biome']), 'ci', '--colors=off') }),
  },
  unit: { minutes: 4, run: () => vitest('unit', '--project=shared', '--project=alone') },
  cluster: { minutes: 3, run: () => vitest('cluster', '--project=cluster') },
  build: { minutes: 0.5, run: built },
  e2e: { minutes: 9, run: () => playwright('e2e', ...playwrightArgs) },
  stack: { minutes: 4, run: onStack },
};

const wanted = process.argv.slice(2);
const withServers = ['unit', 'cluster', 'stack'];
/** Begun while types are looked at; whoever needs them waits. */
const servers =
  wanted.length === 0 || wanted.some(name => withServers.includes(name))
    ? node('infra/servers/get.ts')
    : undefined;
const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
const failures = [];
/** Files of a layer that are named because they took longest. */
const NAMED = 6;
const slowest = [];
for (const [name, layer] of Object.entries(layers)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  if (withServers.includes(name)) await servers;
  const start = performance.now();
  const {
    ok,
    passed = ok ? 1 : 0,
    failed = ok ? 0 : 1,
    skipped = 0,
    said = [],
    files = [],
  } = await layer.run();
  failures.push(...said);
  const longest = files.sort(([, a], [, b]) => b - a).slice(0, NAMED);
  if (longest.length > 1)
    slowest.push(`${name}: ${longest.map(([file, took]) => `${file} ${took.toFixed(0)} s`).join(', ')}`);
  total.passed += passed;
  total.failed += ok ? failed : Math.max(1, failed);
  total.skipped += skipped;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  lines.push(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(6)} ${seconds.padStart(6)} s of ${layer.minutes * 60} s`);
}
console.log(`\n${lines.join('\n')}`);
console.log(`\nWhere the time went (reports of all files: ${out})\n${slowest.join('\n')}\n`);
for (const line of [...failures, ...new Set(notRun)]) console.log(line);
console.log(
  `${total.passed} passed, ${total.failed} failed, ${total.skipped + new Set(notRun).size} skipped`,
);
process.exit(total.failed > 0 ? 1 : 0);
