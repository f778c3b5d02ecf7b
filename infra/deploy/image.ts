/**
 * `npx node infra/deploy/image.ts` executes the Dockerfile's steps without Docker and starts the result like
 * a container: unprivileged user, no capabilities, only the data folder and /tmp writable. Needs root to
 * create a mount namespace. Uses this machine's Node instead of the base image.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort } from '../testing/server.ts';
import {
  type DockerStage,
  findLastDockerStep,
  listBuildContextFiles,
  parseStepArguments,
  readDockerStages,
  repositoryRoot,
} from './dockerfile.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-image-'));
/** Folder that represents `/` of a stage. */
const rootOf = (stage: string) => join(dir, stage);
const nodeDir = dirname(process.execPath);
/** A valid password: it has no word that passwords of this installation must not contain. */
const adminPassword = 'rain4umbrella';
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

function copy(workdir: string, rest: string): void {
  const [, from, list = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? [];
  const [to = '', ...sources] = list.split(' ').reverse();
  const target = resolve(workdir, to);
  if (from) {
    const [source = ''] = sources;
    cpSync(join(rootOf(from), source), target, { recursive: true, verbatimSymlinks: true });
    return;
  }
  const wanted = (path: string) =>
    sources.some(one => one === '.' || path === one || path.startsWith(`${one}/`));
  for (const path of listBuildContextFiles().filter(wanted)) {
    // A folder's contents go into the target, a file keeps its name.
    const folder = sources.find(one => path.startsWith(`${one}/`));
    cpSync(join(repositoryRoot, path), join(target, folder ? path.slice(folder.length + 1) : path), {
      recursive: true,
    });
  }
}

function run(command: string, cwd: string): void {
  // Registry and proxy settings are those of this machine.
  const env = { ...process.env, PATH: `${nodeDir}:${process.env.PATH}`, NODE_ENV: '' };
  const { status } = spawnSync('sh', ['-ec', command], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`RUN ${command} exited with code ${status}`);
}

function build(stage: DockerStage): void {
  const root = rootOf(stage.name);
  const before = rootOf(stage.from);
  mkdirSync(root);
  if (readDockerStages().some(({ name }) => name === stage.from))
    cpSync(before, root, { recursive: true, verbatimSymlinks: true });
  let workdir = join(root, 'app');
  for (const { word, rest } of stage.steps) {
    const since = performance.now();
    if (word === 'WORKDIR') workdir = join(root, rest);
    mkdirSync(workdir, { recursive: true });
    if (word === 'COPY') copy(workdir, rest);
    if (word === 'RUN') run(rest, workdir);
    if (word === 'COPY' || word === 'RUN')
      console.log(`${stage.name.padEnd(9)} ${seconds(since).padStart(5)}  ${word} ${rest}`);
  }
}

/**
 * Existing folders of every Linux serve as mount points, because this machine's root folder must not change.
 */
const places = { app: '/mnt', data: '/srv', node: '/media' };

const environmentOf = (stage: DockerStage): Record<string, string> =>
  Object.fromEntries((findLastDockerStep(stage, 'ENV') ?? '').split(' ').map(pair => pair.split('=')));

/** Runs a program of the image like its container would. */
function contained(
  stage: DockerStage,
  program: string[],
  env: Record<string, string>,
  stdio: 'inherit' | 'pipe',
): ChildProcess {
  const [uid = '', gid = ''] = (findLastDockerStep(stage, 'USER') ?? '').split(':');
  const mounts = [
    `mount --bind ${join(rootOf(stage.name), 'app')} ${places.app}`,
    `mount --bind ${join(rootOf(stage.name), 'data')} ${places.data}`,
    `mount --bind ${nodeDir} ${places.node}`,
    'mount -t tmpfs tmpfs /tmp',
    `mount -o remount,bind,ro ${places.app}`,
    'mount -o remount,bind,ro /',
    `cd ${places.app}`,
    `exec setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"`,
  ];
  const own = Object.fromEntries(
    (findLastDockerStep(stage, 'ENV') ?? '').split(' ').map(pair => pair.split('=')),
  );
  const all = {
    ...own,
    ...env,
    DATA_DIR: places.data,
    PATH: `${places.node}:/usr/bin:/bin`,
    LOG_LEVEL: 'warn',
  };
  const args = ['--mount', 'sh', '-ec', mounts.join('\n'), 'sh', ...program];
  return spawn('unshare', args, { env: all, stdio: ['ignore', stdio, 'inherit'] });
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>(done => child.once('exit', code => done(code)));

function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((done, failed) => {
    let text = '';
    child.stdout?.on('data', chunk => {
      text += chunk;
      if (text.includes(words)) done();
    });
    child.once('exit', code => failed(new Error(`the server exited with code ${code} before it was ready`)));
  });
}

function check(what: string, holds: boolean): void {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) process.exitCode = 1;
}

const signIn = async (url: string, userName: string, password: string) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  });

/** Creates the first Admin in the image, starts it, sends requests and stops it. */
async function prove(stage: DockerStage): Promise<void> {
  const env = { PORT: String(await freePort()), ADMIN_PASSWORD: adminPassword };
  const admin = ['node', 'services/archline.ts', 'create-admin', '--userName', 'boss', '--name', 'Boss'];
  check('creates the first Admin', (await ended(contained(stage, admin, env, 'inherit'))) === 0);
  const touch = [
    'sh',
    '-c',
    'touch /mnt/x 2>/dev/null || touch /root/x 2>/dev/null || touch /etc/x 2>/dev/null',
  ];
  check('its files are read-only', (await ended(contained(stage, touch, env, 'inherit'))) !== 0);
  const since = performance.now();
  const server = contained(stage, parseStepArguments(findLastDockerStep(stage, 'ENTRYPOINT')), env, 'pipe');
  await said(server, 'Archline is ready');
  const url = `http://127.0.0.1:${env.PORT}`;
  check(`ready after ${seconds(since)}`, (await fetch(`${url}/readyz`)).status === 200);
  check(
    'HEALTHCHECK succeeds while it runs',
    (await ended(
      contained(stage, parseStepArguments(findLastDockerStep(stage, 'HEALTHCHECK')), env, 'inherit'),
    )) === 0,
  );
  check('serves the sign-in page', (await (await fetch(`${url}/login`)).text()).includes('<form'));
  check('accepts a sign-in', (await signIn(url, 'boss', adminPassword)).status === 200);
  const leaving = performance.now();
  server.kill(findLastDockerStep(stage, 'STOPSIGNAL') as NodeJS.Signals);
  const code = await ended(server);
  const drained = performance.now() - leaving >= Number(environmentOf(stage).DRAIN_MS);
  check(`drains and exits with 0 after its stop signal, in ${seconds(leaving)}`, code === 0 && drained);
  const again = await ended(
    contained(stage, parseStepArguments(findLastDockerStep(stage, 'HEALTHCHECK')), env, 'inherit'),
  );
  check('HEALTHCHECK fails after it exited', again !== 0);
}

function sizes(stage: DockerStage): void {
  const app = join(rootOf(stage.name), 'app');
  for (const part of ['', 'node_modules', 'dist']) {
    const { stdout } = spawnSync('du', ['-sm', join(app, part)], { encoding: 'utf8' });
    console.log(`${stdout.split('\t')[0]} MB in ${join('/app', part)}`);
  }
}

async function main(): Promise<void> {
  if (process.getuid?.() !== 0)
    return console.log('NOT RUN: the image (creating a mount namespace needs root)');
  const stages = readDockerStages();
  try {
    chmodSync(dir, 0o755);
    for (const stage of stages) build(stage);
    const last = stages.at(-1);
    if (!last) throw new Error('the Dockerfile has no stage');
    chownSync(join(rootOf(last.name), 'data'), 1000, 1000);
    sizes(last);
    await prove(last);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
