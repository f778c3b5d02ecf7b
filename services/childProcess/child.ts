/** Runs work in a child process if a file could make it endless, huge or fatal. The server then survives. */
import type * as z from 'zod/mini';
import { type BackgroundPriority, forkInBackground } from './background.ts';

/**
 * Environment of a child process that runs only our code. The child reads compiled modules from the server's cache,
 * because compiling them takes longer than most work. It gets no other setting of the server, because some are secret.
 */
export const compileCacheEnv: Readonly<Record<string, string>> = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {};

export type ChildLimits = { timeMs: number; heapMb: number };

/** The process died, hung or ran out of memory, perhaps through the machine's fault. */
export class ChildCrashError extends Error {
  constructor(why: string) {
    super(`a child process exited without an answer: ${why}`);
    this.name = 'ChildCrashError';
  }
}

/** The process was ended because its answer took too long. */
export class ChildTimeoutError extends ChildCrashError {
  constructor() {
    super('no answer in time');
    this.name = 'ChildTimeoutError';
  }
}

type Asked<T> = {
  /** Path of the program, which sends its messages and ends. */
  script: string;
  args: readonly string[];
  answer: z.ZodMiniType<T>;
  limits: ChildLimits & {
    /** Keeps less free memory, for a process that runs long and creates short-lived values. */
    isLean?: boolean;
  };
  /** See `forkInBackground`. */
  priority?: BackgroundPriority;
  /** Default: empty. */
  env?: Readonly<Record<string, string>>;
  /** Called with each message. The last one is the answer. */
  onMessage?: (message: T) => void;
  /** Ends the process. */
  signal?: AbortSignal;
};

/**
 * Collects new values after one MiB, and uses one pool of native memory instead of one per thread. DuckDB, which has
 * its own allocator, returns freed memory to the kernel at once.
 */
const lean = {
  execArgv: ['--max-semi-space-size=1'],
  env: {
    MALLOC_ARENA_MAX: '1',
    DUCKDB_JE_MALLOC_CONF: 'narenas:1,dirty_decay_ms:0,muzzy_decay_ms:0',
  },
};

/**
 * Runs a child process and returns its answer.
 * @throws ChildCrashError if the process ended without an answer; the signal's reason
 */
export const runChild = <T>({
  script,
  args,
  answer,
  limits,
  priority,
  env = {},
  onMessage,
  signal,
}: Asked<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let result: { value: T } | undefined;
    signal?.throwIfAborted();
    const { heapMb, isLean = false } = limits;
    const child = forkInBackground(script, args, {
      execArgv: [`--max-old-space-size=${heapMb}`, ...(isLean ? lean.execArgv : [])],
      priority,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: limits.timeMs,
      killSignal: 'SIGKILL',
      env: { ...(isLean ? lean.env : {}), ...env },
    });
    child.on('message', message => {
      const read = answer.safeParse(message);
      if (!read.success) return;
      result = { value: read.data };
      onMessage?.(read.data);
    });
    const end = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', end, { once: true });
    child.on('error', error => reject(new ChildCrashError(error.message)));
    child.on('exit', (code, killed) => {
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else if (result && code === 0) resolve(result.value);
      else reject(new ChildCrashError(killed ?? `exit ${code}`));
    });
  });
