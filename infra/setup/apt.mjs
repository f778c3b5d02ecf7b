/** Packages of Debian, for what npm does not have. Plain JavaScript: it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { setTimeout as rest } from 'node:timers/promises';

/** How long another program may be installing. */
const LOCK_SECONDS = 300;
const AGAIN_MS = 1000;

/** Runs apt-get, without asking for a password. Resolves with its exit code and what it complained of. */
function apt(args) {
  const asRoot = process.getuid?.() === 0;
  const [program, before] = asRoot ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
  const child = spawn(program, [...before, '-qq', '-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // RUNLEVEL: a server that its package starts would hold a port that a clinic's own may need.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  let complaint = '';
  child.stderr.on('data', chunk => {
    complaint += chunk;
  });
  return new Promise(resolve => {
    child.once('error', ({ message }) => resolve({ code: 1, complaint: message }));
    child.once('close', code => resolve({ code, complaint }));
  });
}

/** Trap: apt waits for the lock of packages, never for the one of its lists. */
async function update() {
  const until = performance.now() + LOCK_SECONDS * 1000;
  for (;;) {
    const { code, complaint } = await apt(['update']);
    // Other failures do not matter where the lists are there already: the installation says so.
    if (code === 0 || !/lock/i.test(complaint) || performance.now() > until) return;
    await rest(AGAIN_MS);
  }
}

let last = Promise.resolve();

/**
 * Installs packages, one call after the other, where this is Debian and it takes no password.
 * @param {readonly string[]} packages
 * @returns {Promise<void>}
 * @throws Error with apt's complaint
 */
export function aptInstall(packages) {
  const install = async () => {
    await update();
    const { code, complaint } = await apt(['install', '-y', '--no-install-recommends', ...packages]);
    if (code !== 0) throw new Error(complaint || `apt-get ended with ${code}`);
  };
  const mine = last.then(install, install);
  last = mine.catch(() => undefined);
  return mine;
}
