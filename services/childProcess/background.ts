/** Child processes with a lower priority than the server process. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

/**
 * `idle`: only processor time that nothing else wants (SCHED_IDLE on Linux). The server process takes the processor
 * from such a child at once, but from a child of low priority only at the end of a time slice of milliseconds. `low`:
 * a third of the parent's share of a busy processor. It is for machines that other programs keep busy, where an idle
 * child would get no time.
 */
export const backgroundPriorities = ['idle', 'low'] as const;
export type BackgroundPriority = (typeof backgroundPriorities)[number];

/**
 * Niceness for both priorities, and the only means on other systems. Niceness 10, which gives a tenth, made answers
 * too slow.
 */
const BACKGROUND_NICENESS = 5;

let current: BackgroundPriority = 'low';

/** Sets the priority of the children that this process starts from now on. Default: low. */
export function setBackgroundPriority(priority: BackgroundPriority): void {
  current = priority;
}

const LOW = 'exec "$0" "$@"';
/** Only a process itself can set its scheduling policy. A container may forbid this, so the command tries first. */
const IDLE = `if chrt -i 0 true 2>/dev/null; then exec chrt -i 0 "$0" "$@"; else ${LOW}; fi`;

/** Returns a shell command that replaces itself with the program in its arguments; undefined if niceness is enough. */
export const backgroundCommand = (priority: BackgroundPriority = current): string | undefined =>
  priority === 'idle' && process.platform === 'linux' ? IDLE : undefined;

type BackgroundOptions = Omit<ForkOptions, 'execPath' | 'execArgv'> & {
  execArgv: readonly string[];
  /** Shell commands that lower limits before the program starts, on Linux. */
  lowered?: readonly string[];
  /**
   * `low` for work that a doctor waits for, or whose time limit has consequences. Default: what
   * `setBackgroundPriority` has set.
   */
  priority?: BackgroundPriority | undefined;
};

/**
 * Starts a Node program. A shell lowers limits and priority before, because only a process itself can do so. Trap: a
 * limit of the address space (`ulimit -v`) does not work, because V8 reserves gigabytes that it never writes.
 */
export function forkInBackground(
  script: string,
  args: readonly string[],
  { execArgv, lowered = [], priority, ...options }: BackgroundOptions,
): ChildProcess {
  const become = backgroundCommand(priority);
  const needsShell = process.platform === 'linux' && (become !== undefined || lowered.length > 0);
  const command = [...lowered, become ?? LOW].join(' && ');
  const how = needsShell
    ? { execPath: '/bin/sh', execArgv: ['-c', command, process.execPath, ...execArgv] }
    : { execArgv: [...execArgv] };
  const child = fork(script, args, { ...options, ...how });
  // The server process comes first. The child has no other threads at this moment, so later ones inherit its priority.
  if (child.pid !== undefined) setPriority(child.pid, Math.max(getPriority(), BACKGROUND_NICENESS));
  return child;
}
