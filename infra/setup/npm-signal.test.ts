/** A SIGTERM to npm's own process ends the program that an npm script runs, as `npm start` runs the server. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const install = pathToFileURL(join(import.meta.dirname, 'install.mjs')).href;
/** Says what happens to it; ends in order, as the server does. */
const program = `process.on('SIGTERM', () => { console.log('ending'); process.exit(0); });
setInterval(() => undefined, 1000); console.log('ready');`;

it('npm start passes a SIGTERM on', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'archline-npm-'));
  const [script, start] = [join(dir, 'program.mjs'), join(dir, 'start.mjs')];
  writeFileSync(script, program);
  writeFileSync(
    start,
    `import { run } from ${JSON.stringify(install)}; run(process.execPath, [${JSON.stringify(script)}]);`,
  );
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts: { start: 'node start.mjs' } }));
  const npm = spawn('npm', ['start'], { cwd: dir, stdio: ['ignore', 'pipe', 'ignore'] });
  const said: string[] = [];
  // The program holds the pipe: its lines end when it does, not when npm does.
  for await (const line of createInterface({ input: npm.stdout })) {
    said.push(line);
    if (line === 'ready') npm.kill('SIGTERM');
  }
  expect(said.slice(-2)).toEqual(['ready', 'ending']);
  rmSync(dir, { recursive: true });
});
