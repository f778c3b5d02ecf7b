/** Pauses the processes of a server, so that they use no processor time. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Ids of a process and all its descendants. */
async function processTree(root: number): Promise<number[]> {
  const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const parent of found)
    for (const [pid = 0, above] of pairs) if (above === parent && !found.includes(pid)) found.push(pid);
  return found;
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile.
  }
}

/**
 * Pauses a server with its child processes. The server is paused first, so that it starts no further ones.
 * @returns a function that resumes them
 */
export async function pauseServer(pid: number): Promise<() => void> {
  signalTo(pid, 'SIGSTOP');
  const paused = await processTree(pid);
  for (const one of paused) signalTo(one, 'SIGSTOP');
  return () => {
    for (const one of paused.toReversed()) signalTo(one, 'SIGCONT');
  };
}
