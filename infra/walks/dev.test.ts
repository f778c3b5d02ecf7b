/**
 * `npm run dev` serves the demo from the sources at one address, restarts the server after an edit, and stops
 * with its npm.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { repositoryRoot } from '../setup/install.mjs';
import { copyDemoInto, freePort } from '../testing/server.ts';

type Lines = AsyncIterableIterator<string>;

/** Reads lines until one contains `text`. @throws Error with the read lines if the program ends first */
async function lineWith(lines: Lines, text: string): Promise<void> {
  const read: string[] = [];
  for (;;) {
    const { done, value } = await lines.next();
    if (done) throw new Error(`it ended before "${text}":\n${read.join('\n')}`);
    if (value.includes(text)) return;
    read.push(value);
  }
}

async function startDev(port: number): Promise<{ npm: ChildProcess; lines: Lines }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-dev-'));
  await copyDemoInto(dataDir);
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: repositoryRoot,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    npm.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });
  return { npm, lines: createInterface({ input: npm.stdout })[Symbol.asyncIterator]() };
}

it('npm run dev serves the sign-in page from the sources, restarts after an edit of the server, and stops', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { npm, lines } = await startDev(port);
  await lineWith(lines, `Archline is ready at ${url}`);

  const page = await fetch(`${url}/login`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  const html = await page.text();
  expect(html).toContain('name="userName"');
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? [];
  const source = await fetch(url + script);
  expect(source.headers.get('content-type')).toContain('javascript');
  expect(await source.text()).toContain('csp-nonce');

  const now = new Date();
  utimesSync(join(repositoryRoot, 'services', 'main.ts'), now, now);
  await lineWith(lines, 'Restarting the server');
  // The request waits until the server has restarted.
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  await ended;
  // The pipe closes when the last process has ended.
  while (!(await lines.next()).done);
  await expect(fetch(`${url}/login`)).rejects.toThrow();
});
