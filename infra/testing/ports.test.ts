import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './ports.ts';

const MANY = 300;

test('a port is given only once, also to processes that ask at the same time', async () => {
  const source = `import { freePort } from ${JSON.stringify(new URL('./ports.ts', import.meta.url).href)};
    const ports = [];
    for (let i = 0; i < ${MANY}; i++) ports.push(await freePort());
    console.log(ports.join());
    process.stdin.resume().once('end', () => process.exit());`;
  const asked = [1, 2].map(async () => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let said = '';
    while (!said.includes('\n')) said += String((await once(child.stdout, 'data'))[0]);
    return { child, ports: said.trim().split(',').map(Number) };
  });
  const answers = await Promise.all(asked);
  const own = await Promise.all(Array.from({ length: MANY }, freePort));
  const all = [...own, ...answers.flatMap(({ ports }) => ports)];
  expect(new Set(all).size).toBe(3 * MANY);
  for (const { child } of answers) child.stdin.end();
});

test('a server can listen on a given port', async () => {
  const server = createServer();
  server.listen(await freePort(), '127.0.0.1');
  await expect(once(server, 'listening')).resolves.toEqual([]);
  await new Promise(resolve => server.close(resolve));
});
