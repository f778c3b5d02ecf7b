/** Processes that only use processor time, at the lowest priority that the machine offers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { backgroundCommand, setBackgroundPriority } from '#services/childProcess/background.ts';

const LEAST_NICENESS = 19;

function startLoop(): ChildProcess {
  setBackgroundPriority('idle');
  const command = backgroundCommand() ?? 'exec "$0" "$@"';
  setBackgroundPriority('low');
  const loop = spawn('/bin/sh', ['-c', command, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' });
  if (loop.pid !== undefined) setPriority(loop.pid, LEAST_NICENESS);
  return loop;
}

/** Runs `count` busy loops, each in its own process, until `work` is done. */
export async function whileLooping<T>(count: number, work: () => Promise<T>): Promise<T> {
  const loops = Array.from({ length: count }, startLoop);
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}
