/** Kills child processes when their parent exits, also by SIGTERM, SIGINT or SIGHUP. */
import type { ChildProcess } from 'node:child_process';

const living = new Set<ChildProcess>();

function endAll(): void {
  for (const child of living) child.kill('SIGKILL');
}

process.once('exit', endAll);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    // Another handler stops the children in order.
    if (process.listenerCount(signal) > 0) return;
    endAll();
    process.kill(process.pid, signal);
  });

/** Kills the child when this process exits. */
export function killOnExit(child: ChildProcess): void {
  living.add(child);
  child.once('exit', () => living.delete(child));
}
