/** What `npm start` does before the program itself. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const install = new URL('install.mjs', import.meta.url).href;

/** Builds with a program that says something and ends so. */
function built(code: number) {
  const program = `console.log('a warning'); console.error('another'); process.exit(${code})`;
  const args = JSON.stringify(['-e', program]);
  const run = `const { quietly } = await import('${install}'); process.exit(quietly(process.execPath, ${args}) ? 0 : 1)`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
    encoding: 'utf8',
  });
  return [status, stdout, stderr];
}

test('what the bundler warns of is shown where the build fails, and only there', () => {
  expect(built(0)).toEqual([0, '', '']);
  expect(built(3)).toEqual([1, '', 'a warning\nanother\n\n']);
});
