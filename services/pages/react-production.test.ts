/** The build of React that the server renders with. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const main = new URL('../main.ts', import.meta.url).href;
const pages = new URL('open-pages.ts', import.meta.url).href;
/**
 * Loads the program without running it, and then the pages as the program does. Prints the React files that were
 * executed; Node also parses the development build to find its exports.
 */
const script = `await import(${JSON.stringify(main)});
await import(${JSON.stringify(pages)});
const { createRequire } = await import('node:module');
const modules = Object.values(createRequire(import.meta.url).cache).filter(({ loaded }) => loaded);
console.log(JSON.stringify(modules.map(({ id }) => id).filter(file => /react(-dom)?[\\\\/]cjs/.test(file))));`;

test('React on the server is the production build, however the server is started', () => {
  const { NODE_ENV: _, ...env } = process.env;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const loaded: string[] = JSON.parse(execFileSync(process.execPath, flags, { env, encoding: 'utf8' }));
  expect(loaded.length).toBeGreaterThan(2);
  expect(loaded.filter(file => file.includes('development'))).toEqual([]);
});
