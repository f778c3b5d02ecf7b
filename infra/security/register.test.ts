/** Compares the pages of this folder with the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const page = (name: string) => readFileSync(join(here, name), 'utf8');

const register = page('asvs.md');
const rows = [...register.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \|$/gm)].map(
  ([, number = '', state = '', by = '']) => ({ number, state, by }),
);

test('asvs.md lists each requirement of levels 1 and 2 once, with a state and a reason', () => {
  expect([rows.length, new Set(rows.map(({ number }) => number)).size]).toEqual([253, 253]);
  const states = ['holds', 'fails', 'n/a'];
  expect(rows.filter(({ state, by }) => !states.includes(state) || by === '')).toEqual([]);
});

test('asvs.md states the correct number of requirements in each state', () => {
  const count = (state: string) => rows.filter(row => row.state === state).length;
  const counts = `${count('holds')} hold, ${count('fails')} fail, ${count('n/a')} are not applicable`;
  expect(register).toContain(counts);
});

test.each(['asvs.md', 'keys.md', 'data.md', 'logs.md'])('%s names only existing files', name => {
  const named = [...page(name).matchAll(/`((?:events|projections|services|web|workers|infra)\/[\w./-]+)`/g)];
  expect(named.map(([, path = '']) => path).filter(path => !existsSync(join(root, path)))).toEqual([]);
});

test('keys.md lists exactly the purposes for which the code derives keys', () => {
  const code = globSync('services/**/*.ts', { cwd: root, exclude: path => path.endsWith('.test.ts') })
    .filter(path => !path.endsWith('.test.ts'))
    .map(path => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const derived = [...code.matchAll(/(?:keyFor\(|deriveKey\(secret, |signing\.of\()'([^']+)'/g)].map(
    ([, name]) => name,
  );
  const listed = [...page('keys.md').matchAll(/^\| ([a-z -]+) \| (?:AES|HMAC)/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...new Set(derived)].toSorted());
});
