/**
 * Installs Debian packages that npm does not have. Plain JavaScript, because it runs before anything is
 * installed.
 */
import { spawn } from 'node:child_process';
import { setTimeout as rest } from 'node:timers/promises';

/** Maximum wait for another program's package lock. */
const LOCK_SECONDS = 300;
const AGAIN_MS = 1000;

/** Runs apt-get without asking for a password. Resolves with its exit code and error output. */
function apt(args) {
  const asRoot = process.getuid?.() === 0;
  const [program, before] = asRoot ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
  const child = spawn(program, [...before, '-qq', '-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // RUNLEVEL=1 keeps packages from starting their servers, which could occupy ports of the clinic's own.
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

/** Trap: DPkg::Lock::Timeout does not apply to the lock of apt's lists, so `update` retries. */
async function update() {
  const until = performance.now() + LOCK_SECONDS * 1000;
  for (;;) {
    const { code, complaint } = await apt(['update']);
    // Other failures do not matter if the lists exist; otherwise the installation reports them.
    if (code === 0 || !/lock/i.test(complaint) || performance.now() > until) return;
    await rest(AGAIN_MS);
  }
}

let last = Promise.resolve();

/**
 * Installs Debian packages, one call after another. Fails if this is not Debian or a password is needed.
 * @param {readonly string[]} packages
 * @returns {Promise<void>}
 * @throws Error with apt's output
 */
export function aptInstall(packages) {
  const install = async () => {
    await update();
    const { code, complaint } = await apt(['install', '-y', '--no-install-recommends', ...packages]);
    if (code !== 0) throw new Error(complaint || `apt-get failed with exit code ${code}`);
  };
  const mine = last.then(install, install);
  last = mine.catch(() => undefined);
  return mine;
}
