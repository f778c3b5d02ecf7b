/**
 * Prepares a fresh clone: packages and Node 24. Plain JavaScript that any Node >= 20.19 runs before anything
 * is installed. A stamp with the hash of the lock file makes later runs fast.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const stampFile = join(repositoryRoot, 'node_modules', '.archline-installed');

/** Node 24 from the pinned `node` package. A bare `node` in a shell is still the machine's own. */
export const node24Path = join(
  repositoryRoot,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Caches compiled sources, which halves the processor time of a server's start. */
export const compileCacheEnv = { NODE_COMPILE_CACHE: join(repositoryRoot, 'node_modules', '.cache', 'node') };

const platform = `${process.platform}-${process.arch}`;

/**
 * Verifies the Node program. Its package downloads it in an install script, so the lock file has no hash of
 * it.
 * @returns an error message, or undefined if the program has the pinned hash
 */
export function nodeHashError(file = node24Path, hashes = readHashes(), on = platform) {
  const wanted = hashes.sha256[on];
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (wanted === undefined)
    return `Node ${hashes.version} for ${on} has no hash in infra/setup/node-hashes.json. Its SHA-256 is ${found}: compare it with nodejs.org and add it.`;
  return wanted === found
    ? undefined
    : `${file} is not Node ${hashes.version} for ${on}: its SHA-256 is ${found}. Remove node_modules and try again.`;
}

const readHashes = () =>
  JSON.parse(readFileSync(join(repositoryRoot, 'infra', 'setup', 'node-hashes.json'), 'utf8'));

/**
 * Refuses a program with a wrong hash. On a platform without a pinned hash, prints the hash to compare and
 * add.
 */
function checkProgram() {
  const wrong = nodeHashError();
  if (wrong && Object.hasOwn(readHashes().sha256, platform)) exitWithError(wrong);
  if (wrong) console.error(wrong);
}

/** Prints an error message and ends the process with code 1. */
export function exitWithError(sentence) {
  console.error(sentence);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    exitWithError(
      `Archline needs Node 20.19 or newer to start (this is ${process.versions.node}): https://nodejs.org/`,
    );
}

const hashOf = files => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(repositoryRoot.length)).update(readFileSync(file));
  return hash.digest('hex');
};

/**
 * Installs the packages of the lock file, if they are not installed. Does not use `npm ci`:
 * infra/decisions/0003.
 */
export function installPackages() {
  checkNode();
  const wanted = hashOf([join(repositoryRoot, 'package.json'), join(repositoryRoot, 'package-lock.json')]);
  const there = existsSync(stampFile) && existsSync(node24Path) ? readFileSync(stampFile, 'utf8') : '';
  if (there === wanted) return;
  console.log('Installing packages (once, about a minute) …');
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0)
    exitWithError('npm install failed. Fix the error above, then run the same command again.');
  if (!existsSync(node24Path))
    exitWithError('Node 24 is not installed. Run `npm rebuild node`, then the same command again.');
  checkProgram();
  writeFileSync(stampFile, wanted);
}

/** All files below a folder, sorted, so that their hash is stable. */
function filesBelow(dir) {
  if (!existsSync(dir)) return [];
  if (statSync(dir).isFile()) return [dir];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

const sources = [
  'web',
  'events',
  'projections',
  'workers',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

/** Runs a program and prints its output only if it fails. @returns whether it succeeded */
export function runQuietly(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) console.error(error ? error.message : `${stdout}${stderr}`);
  return status === 0;
}

/** SHA-256 of the files in these folders, in hex, without tests, which do not affect a build. */
export const hashOfSources = names =>
  hashOf(names.flatMap(name => filesBelow(join(repositoryRoot, name))).filter(f => !/\.test\.tsx?$/.test(f)));

/** Builds the browser's files if their sources changed since the last build. */
export function buildPages() {
  const wanted = hashOfSources(sources);
  const stamp = join(repositoryRoot, 'dist', '.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the pages …');
  // Hides the bundler's warnings about speed and sizes, which have budgets elsewhere; `npm run build` shows
  // them.
  const built = runQuietly(node24Path, [join(repositoryRoot, 'infra', 'setup', 'build.mjs')]);
  if (!built) exitWithError('The build failed. See the error above.');
  writeFileSync(stamp, wanted);
}

const ORPHAN_MS = 250;

/**
 * Calls back when npm has ended. Trap: a SIGTERM to the pid of `npm start` ends npm and its shell without
 * being passed on; the only sign here is a new parent process. Without npm a parent may end on purpose, as
 * with nohup.
 */
function onOrphaned(then) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    then();
  }, ORPHAN_MS);
}

/**
 * Runs a program in this terminal, forwards every signal, and exits with its code. npm and sh would swallow
 * signals.
 */
export function runInTerminal(program, args, env = {}) {
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  onOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
