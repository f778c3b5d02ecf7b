/**
 * `npm test`: everything that has to hold, layer by layer, with the time that each took. Arguments name layers:
 * `npm test -- types unit`. Ends with one line of counts.
 */
import { spawnSync } from 'node:child_process';
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

function node(...args) {
  return spawnSync(node24, args, { cwd: root, stdio: 'inherit', env }).status === 0;
}

/** Test counts out of a runner's JSON report; nothing ran is a failure. */
const counts = {
  vitest: file => {
    const r = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: r.numPassedTests,
      failed: r.numFailedTests,
      skipped: r.numPendingTests + r.numTodoTests,
    };
  },
  playwright: file => {
    const { stats } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  },
};

function vitest(name, ...args) {
  const file = join(out, `${name}.json`);
  const ok = node(
    bin(['vitest', 'vitest.mjs']),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  );
  return { ok, ...(existsSync(file) ? counts.vitest(file) : {}) };
}

function playwright() {
  const file = join(out, 'e2e.json');
  env.PLAYWRIGHT_JSON_OUTPUT_NAME = file;
  const ok = node(bin(['@playwright', 'test', 'cli.js']), 'test', '-c', 'infra/e2e/playwright.config.ts');
  return { ok, ...(existsSync(file) ? counts.playwright(file) : {}) };
}

function built() {
  build();
  return { ok: true };
}

/** Minutes are what a layer may take on two cores, warm; they are printed, not asserted. */
const layers = {
  types: { minutes: 0.5, run: () => ({ ok: node(bin(['typescript', 'bin', 'tsc']), '-p', '.') }) },
  lint: {
    minutes: 0.2,
    run: () => ({ ok: node(bin(['@biomejs', 'biome', 'bin', 'biome']), 'ci', '--colors=off') }),
  },
  unit: { minutes: 4, run: () => vitest('unit') },
  build: { minutes: 0.5, run: built },
  sizes: { minutes: 0.1, run: () => ({ ok: node('infra/setup/sizes.mjs') }) },
  e2e: { minutes: 5, run: playwright },
};

const wanted = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
for (const [name, layer] of Object.entries(layers)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  const start = performance.now();
  const { ok, passed = ok ? 1 : 0, failed = ok ? 0 : 1, skipped = 0 } = layer.run();
  total.passed += passed;
  total.failed += ok ? failed : Math.max(1, failed);
  total.skipped += skipped;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  lines.push(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(6)} ${seconds.padStart(6)} s of ${layer.minutes * 60} s`);
}
console.log(`\n${lines.join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
