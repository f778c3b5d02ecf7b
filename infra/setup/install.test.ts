/** Steps of `npm start` before the server starts. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const install = new URL('install.mjs', import.meta.url).href;

/** Builds with a program that prints warnings and exits with `code`. */
function built(code: number) {
  const program = `console.log('a warning'); console.error('another'); process.exit(${code})`;
  const args = JSON.stringify(['-e', program]);
  const run = `const { runQuietly } = await import('${install}'); process.exit(runQuietly(process.execPath, ${args}) ? 0 : 1)`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
    encoding: 'utf8',
  });
  return [status, stdout, stderr];
}

test('npm start prints the bundler’s warnings only if the build fails', () => {
  expect(built(0)).toEqual([0, '', '']);
  expect(built(3)).toEqual([1, '', 'a warning\nanother\n\n']);
});

/** Result of the hash check of this process's Node. */
function saidOfNode(hashes: object, platform = 'linux-x64') {
  const args = [process.execPath, hashes, platform].map(arg => JSON.stringify(arg)).join(', ');
  const run = `const { nodeHashError } = await import('${install}'); console.log(nodeHashError(${args}) ?? 'right')`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', run], { encoding: 'utf8' }).stdout.trim();
}

test('npm start compares the Node program with its pinned hash', () => {
  const sha256 = createHash('sha256').update(readFileSync(process.execPath)).digest('hex');
  const of = (hash: string) => ({ version: '24.0.0', sha256: { 'linux-x64': hash } });
  expect(saidOfNode(of(sha256))).toBe('right');
  expect(saidOfNode(of('0'.repeat(64)))).toContain(
    `is not Node 24.0.0 for linux-x64: its SHA-256 is ${sha256}`,
  );
  expect(saidOfNode(of(sha256), 'sunos-x64')).toContain('has no hash');
});

test('node-hashes.json has the hashes of the Node version in package.json', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  expect(read('node-hashes.json').version).toBe(read('../../package.json').dependencies.node);
});
