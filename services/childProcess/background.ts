/** Child processes that work beside the process that serves, at a lower priority. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

/**
 * `idle`: only the processor time that nothing else wants (SCHED_IDLE on Linux). The process that serves takes the processor from
 * such a child as soon as it wakes up. From a child of low priority, it takes it at the end of a slice of milliseconds.
 * `low`: a third of the parent's share of a busy processor, for machines that other programs fill: an idle child would get nothing there.
 */
export const backgroundPriorities = ['idle', 'low'] as const;
export type BackgroundPriority = (typeof backgroundPriorities)[number];

/** Niceness of both, and all that other systems know. At 10, a tenth, answers came too late. */
const BACKGROUND_NICENESS = 5;

let current: BackgroundPriority = 'low';

/** Sets the priority of the children that this process starts from now on. Default: low. */
export function setBackgroundPriority(priority: BackgroundPriority): void {
  current = priority;
}

const LOW = 'exec "$0" "$@"';
/** Only a process itself can set its policy, and a container may forbid it, so that it is tried first. */
const IDLE = `if chrt -i 0 true 2>/dev/null; then exec chrt -i 0 "$0" "$@"; else ${LOW}; fi`;

/** A shell's command that becomes the program of its arguments; undefined if niceness is enough. */
export const backgroundCommand = (priority: BackgroundPriority = current): string | undefined =>
  priority === 'idle' && process.platform === 'linux' ? IDLE : undefined;

type BackgroundOptions = Omit<ForkOptions, 'execPath' | 'execArgv'> & {
  execArgv: readonly string[];
  /** Shell commands that lower limits before the program starts, on Linux. */
  lowered?: readonly string[];
  /** `low` for work that a doctor waits for, or whose time limit has consequences. Default: as this process is set. */
  priority?: BackgroundPriority | undefined;
};

/**
 * Starts a program of Node. A shell lowers its limits and its priority, which only a process can do for itself. Trap: a limit of the
 * address space (`ulimit -v`) is no use, because V8 reserves gigabytes that it never writes.
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
  // The process that serves comes first. Its threads are not there yet, so that they start with the same priority.
  if (child.pid !== undefined) setPriority(child.pid, Math.max(getPriority(), BACKGROUND_NICENESS));
  return child;
}
