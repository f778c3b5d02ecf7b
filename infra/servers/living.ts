/** Processes that end with the one that started them, also where that one is ended by a signal. */
import type { ChildProcess } from 'node:child_process';

const living = new Set<ChildProcess>();

function endAll(): void {
  for (const child of living) child.kill('SIGKILL');
}

process.once('exit', endAll);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    // Another handler ends them in their order.
    if (process.listenerCount(signal) > 0) return;
    endAll();
    process.kill(process.pid, signal);
  });

/** Ends a process with this one. */
export function endWithThis(child: ChildProcess): void {
  living.add(child);
  child.once('exit', () => living.delete(child));
}
