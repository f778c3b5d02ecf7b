/** Priority of the child processes that work beside the process that serves. */

/**
 * `idle`: only the processor time that nothing else wants (SCHED_IDLE on Linux). The process that serves takes the processor from
 * such a child as soon as it wakes up. From a child of low priority, it takes it at the end of a slice of milliseconds.
 * `low`: a third of the parent's share of a busy processor, for machines that other programs fill: an idle child would get nothing there.
 */
export const backgroundPriorities = ['idle', 'low'] as const;
export type BackgroundPriority = (typeof backgroundPriorities)[number];

/** Niceness of both, and all that other systems know. At 10, a tenth, answers came too late. */
export const BACKGROUND_NICENESS = 5;

let current: BackgroundPriority = 'low';

/** Sets the priority of the children that this process starts from now on. Default: low. */
export function setBackgroundPriority(priority: BackgroundPriority): void {
  current = priority;
}

const LOW = 'exec "$0" "$@"';
/** Only a process itself can set its policy, and a container may forbid it, so that it is tried first. */
const IDLE = `if chrt -i 0 true 2>/dev/null; then exec chrt -i 0 "$0" "$@"; else ${LOW}; fi`;

/** A shell's command that becomes the program of its arguments; undefined if niceness is enough. */
export const backgroundCommand = (): string | undefined =>
  current === 'idle' && process.platform === 'linux' ? IDLE : undefined;
