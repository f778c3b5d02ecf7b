/** A SIGTERM to npm's own process ends the program of an npm script, such as the server of `npm start`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const install = pathToFileURL(join(import.meta.dirname, 'install.mjs')).href;
/** Prints its state and exits on SIGTERM, as the server does. */
const program = `process.on('SIGTERM', () => { console.log('ending'); process.exit(0); });
setInterval(() => undefined, 1000); console.log('ready');`;

it('npm start passes a SIGTERM on to the program', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'archline-npm-'));
  const [script, start] = [join(dir, 'program.mjs'), join(dir, 'start.mjs')];
  writeFileSync(script, program);
  writeFileSync(
    start,
    `import { runInTerminal } from ${JSON.stringify(install)}; runInTerminal(process.execPath, [${JSON.stringify(script)}]);`,
  );
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts: { start: 'node start.mjs' } }));
  const npm = spawn('npm', ['start'], { cwd: dir, stdio: ['ignore', 'pipe', 'ignore'] });
  const said: string[] = [];
  // The program keeps the pipe open, so the lines end when the program ends, not npm.
  for await (const line of createInterface({ input: npm.stdout })) {
    said.push(line);
    if (line === 'ready') npm.kill('SIGTERM');
  }
  expect(said.slice(-2)).toEqual(['ready', 'ending']);
  rmSync(dir, { recursive: true });
});
