/** Static checks of the Dockerfile. infra/deploy/image.ts executes its steps. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEnv } from '#services/settings/env.ts';
import { serverFlags } from '../setup/server-flags.mjs';
import {
  findLastDockerStep,
  listBuildContextFiles,
  parseStepArguments,
  readDockerStages,
  repositoryRoot,
} from './dockerfile.ts';

const stages = readDockerStages();
const last = stages.at(-1);
const files = listBuildContextFiles();
const among = new Set(files);
const environment = Object.fromEntries(
  (findLastDockerStep(last, 'ENV') ?? '').split(' ').map(pair => pair.split('=') as [string, string]),
);

/** Paths of the repository that the image copies. */
const copied = (last?.steps ?? [])
  .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
  .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
const inImage = (path: string) => copied.some(of => path === of || path.startsWith(`${of}/`));

test('the image starts the program like npm start, as its first process', () => {
  const program = parseStepArguments(findLastDockerStep(last, 'ENTRYPOINT'));
  expect(program).toEqual(['node', ...serverFlags, 'services/main.ts']);
  expect(findLastDockerStep(last, 'STOPSIGNAL')).toBe('SIGTERM');
});

test('the image has the Node version that the repository pins', () => {
  const { dependencies } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  expect(last?.from).toMatch(new RegExp(`^node:${dependencies.node}-.*slim$`));
});

test('the image runs as an unprivileged user without the demo, with valid settings', () => {
  expect(findLastDockerStep(last, 'USER')).toBe('1000:1000');
  expect(parseEnv(environment)).toMatchObject({ demo: false, host: '0.0.0.0', dataDir: '/data' });
  expect([`${environment.PORT}`, environment.DATA_DIR]).toEqual([
    findLastDockerStep(last, 'EXPOSE'),
    findLastDockerStep(last, 'VOLUME'),
  ]);
});

test('the build context has everything that the image copies, and no tests', () => {
  expect(files.length).toBeGreaterThan(800);
  for (const of of copied) expect(files.some(path => path === of || path.startsWith(`${of}/`))).toBe(true);
  expect(
    files.filter(path => /\.test\.tsx?$|^node_modules|^data|^\.git|^infra\/(?!setup)/.test(path)),
  ).toEqual([]);
});

/** Path of an imported module of the repository; undefined for packages. */
function named(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  return /^#(?:events|projections|services|workers|web)\//.test(specifier) ? specifier.slice(1) : undefined;
}

test('every module in the image imports only modules in the image', () => {
  const modules = files.filter(
    path => inImage(path) && /\.(?:ts|mjs)$/.test(path) && !path.includes('/testing/'),
  );
  expect(modules.length).toBeGreaterThan(500);
  const missing = modules.flatMap(path => {
    const text = readFileSync(join(repositoryRoot, path), 'utf8');
    const imports = [
      ...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'|import\('([^']+)'\)/gm),
    ];
    const wanted = imports.flatMap(([, from, later]) => named(path, from ?? later ?? '') ?? []);
    return wanted
      .filter(one => /\.\w+$/.test(one) && !(among.has(one) && inImage(one)))
      .map(one => `${path}: ${one}`);
  });
  expect(missing).toEqual([]);
});

test('no server module imports a package that the image removes', () => {
  const lean =
    findLastDockerStep(
      stages.find(({ name }) => name === 'lean'),
      'RUN',
    ) ?? '';
  const out = [...lean.matchAll(/node_modules\/(\S+)/g)].map(([, name = '']) => name);
  expect(out.length).toBeGreaterThan(3);
  const run = files.filter(
    path => inImage(path) && /\.(?:ts|mjs)$/.test(path) && !/^web\/|\/testing\//.test(path),
  );
  const importing = run.filter(path => {
    const text = readFileSync(join(repositoryRoot, path), 'utf8');
    return out.some(name => new RegExp(`(?:from|import\\(|resolve\\() ?'${name}(?:/|')`).test(text));
  });
  expect(importing).toEqual([]);
});
