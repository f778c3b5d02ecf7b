/**
 * A child process that answers one request after another and is kept while idle, because starting one takes
 * longer than most answers. Each process handles one request at a time, at a lower priority than its parent.
 */
import type { ChildProcess } from 'node:child_process';
import * as z from 'zod/mini';
import { type BackgroundPriority, forkInBackground } from './background.ts';
import { ChildCrashError, type ChildLimits, ChildTimeoutError } from './child.ts';

const KIB_PER_MIB = 1024;
/** POSIX counts files in blocks of 512 bytes. */
const BLOCKS_PER_MIB = 2048;

type Kept<T> = {
  /** Path of the program, which answers each message, an array of strings, with `{ answer, again, idleMs? }`. */
  script: string;
  answer: z.ZodMiniType<T>;
  limits: ChildLimits & {
    /** MiB of writable memory that the kernel grants, on Linux. Default: no limit. */
    dataMb?: number;
    /** MiB that a file may have, on Linux. The kernel ends a process that writes more. Default: no limit. */
    fileMb?: number;
  };
  /** See `forkInBackground`. */
  priority?: BackgroundPriority;
  /** Environment. Default: empty. */
  env?: Readonly<Record<string, string>>;
  /** Working folder. Default: this process's. */
  cwd?: string;
  /**
   * Time in ms after which an idle process ends. A process that has grown large may send a shorter time with an
   * answer.
   */
  idleMs: number;
};

/**
 * @param signal ends the process and rejects with the signal's reason
 * @throws ChildCrashError if the process fails, ChildTimeoutError if it takes too long; the next request gets another process
 */
export type AskChild<T> = (args: readonly string[], signal?: AbortSignal) => Promise<T>;

/** Shell commands that lower the limits of a process. */
const loweringCommands = ({ dataMb, fileMb }: Kept<unknown>['limits']): string[] => [
  ...(dataMb === undefined ? [] : [`ulimit -d ${dataMb * KIB_PER_MIB}`]),
  // Disables the memory dump of the process that the kernel ends.
  ...(fileMb === undefined ? [] : [`ulimit -f ${fileMb * BLOCKS_PER_MIB}`, 'ulimit -c 0']),
];

export function createReusedChild<T>({
  script,
  answer,
  limits,
  priority,
  env = {},
  cwd,
  idleMs,
}: Kept<T>): AskChild<T> {
  /** `again`: false if the process has grown too large to be reused. */
  const messageSchema = z.object({ answer, again: z.boolean(), idleMs: z.optional(z.number()) });
  /** Idle processes, each with the timer that ends it. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const start = () => {
    const child = forkInBackground(script, [], {
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      lowered: loweringCommands(limits),
      priority,
      cwd,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env,
    });
    child.once('exit', () => leave(child));
    // A request handles its own error. For an idle process this listener keeps the server alive.
    child.on('error', () => leave(child));
    return child;
  };
  const leave = (child: ChildProcess) => {
    clearTimeout(idle.get(child));
    idle.delete(child);
    child.ref();
    child.channel?.ref();
    return child;
  };
  const take = () => leave([...idle.keys()].at(-1) ?? start());
  const rest = (child: ChildProcess, ownMs = idleMs) => {
    const end = () => leave(child).connected && child.disconnect();
    idle.set(child, setTimeout(end, Math.min(idleMs, ownMs)).unref());
    // Lets the server end without waiting for the process, which ends when its channel closes.
    child.unref();
    child.channel?.unref();
  };
  return (args, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const child = take();
      const done = () => {
        clearTimeout(late);
        child.removeAllListeners('message');
        child.off('error', failed);
        child.off('exit', ended);
        signal?.removeEventListener('abort', aborted);
      };
      const end = (why: unknown) => {
        done();
        child.kill('SIGKILL');
        reject(why);
      };
      const crash = (why: string) => end(new ChildCrashError(why));
      const aborted = () => end(signal?.reason);
      const failed = (error: Error) => crash(error.message);
      const ended = (code: number | null, signal: string | null) => crash(signal ?? `exit ${code}`);
      const late = setTimeout(() => end(new ChildTimeoutError()), limits.timeMs);
      signal?.addEventListener('abort', aborted, { once: true });
      child.once('error', failed);
      child.once('exit', ended);
      child.once('message', message => {
        const read = messageSchema.safeParse(message);
        if (!read.success) return crash('malformed answer');
        done();
        if (read.data.again) rest(child, read.data.idleMs);
        else child.disconnect();
        resolve(read.data.answer);
      });
      child.send(args, error => error && crash(error.message));
    });
}
