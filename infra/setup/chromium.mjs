/**
 * Finds or installs a Chromium for the end-to-end tests: Playwright's own, or the system's package. Prefers
 * the headless shell, which needs two thirds of the processor time of the whole browser.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { exitWithError, node24Path, repositoryRoot } from './install.mjs';

const systems = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const quiet = (program, args) =>
  spawnSync(program, args, { cwd: repositoryRoot, stdio: 'ignore', timeout: 300_000 }).status === 0;

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

const found = async () => systems.find(existsSync) ?? (await playwrightsOwn());

async function fromPackages() {
  for (const browser of ['chromium-headless-shell', 'chromium'])
    try {
      return await aptInstall(['fonts-noto-cjk', browser]);
    } catch {
      // Tries the next package, then Playwright's own.
    }
}

const fromPlaywright = () =>
  quiet(node24Path, [join(repositoryRoot, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']);

/** Returns the path of a Chromium. Ends the process with an installation command if none is available. */
export async function chromiumPath() {
  const there = await found();
  if (there) return there;
  console.log('Installing Chromium (once) …');
  if (existsSync('/usr/bin/apt-get')) await fromPackages();
  if (!(await found())) fromPlaywright();
  return (
    (await found()) ??
    exitWithError(
      'The tests need Chromium. Run: sudo apt-get install chromium   (or: npx playwright install chromium)',
    )
  );
}

if (import.meta.main) await chromiumPath();
