/** Commands of README.md in the section "One node", applied to the files of a small installation. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userInConnectionString } from '#services/eventstore/esdb/leader.ts';
import { formatLogConnectionString, makeSecrets } from './secrets.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-growing-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('README.md’s commands grow a small installation to three nodes and keep its password and server', () => {
  makeSecrets(dir, { small: true });
  const [settings, secret] = [join(dir, '.env'), join(dir, 'secrets', 'event-store')];
  const kurrentDb = readFileSync(settings, 'utf8').replace(
    '=compose.yaml:',
    '=compose.yaml:compose.kurrentdb.yaml:',
  );
  writeFileSync(settings, kurrentDb);
  const { password = '' } = userInConnectionString(readFileSync(secret, 'utf8')) ?? {};
  const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const commands = page.match(/^sed -i .*$/gm) ?? [];
  expect(commands).toHaveLength(2);
  execFileSync('bash', ['-ec', commands.join('\n')], { cwd: dir });
  expect(readFileSync(secret, 'utf8').trim()).toBe(formatLogConnectionString(password, { small: false }));
  expect(readFileSync(settings, 'utf8')).toMatch(/^COMPOSE_FILE=compose\.yaml:compose\.kurrentdb\.yaml$/m);
});

test('README.md’s commands have valid shell syntax', () => {
  const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  expect(blocks.length).toBeGreaterThan(10);
  for (const commands of blocks) execFileSync('bash', ['-n'], { input: commands });
});
