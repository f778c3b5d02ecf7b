/** A process of its own for work that a file could make endless, huge or fatal: whatever it does, the server goes on. */
import { fork } from 'node:child_process';
import type * as z from 'zod/mini';

export type ChildLimits = { timeMs: number; heapMb: number };

/** The process died, hung or ran out of memory; it may have been the machine's fault. */
export class ChildCrash extends Error {
  constructor(why: string) {
    super(`a process ended without an answer: ${why}`);
    this.name = 'ChildCrash';
  }
}

type Asked<T> = {
  /** The program's path; it sends one message and ends. */
  script: string;
  args: readonly string[];
  answer: z.ZodMiniType<T>;
  limits: ChildLimits;
};

/** @throws ChildCrash where it did not end well */
export const askChild = <T>({ script, args, answer, limits }: Asked<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let said: { value: T } | undefined;
    const child = fork(script, args, {
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: limits.timeMs,
      killSignal: 'SIGKILL',
      env: {},
    });
    child.on('message', message => {
      const read = answer.safeParse(message);
      if (read.success) said = { value: read.data };
    });
    child.on('error', error => reject(new ChildCrash(error.message)));
    child.on('exit', (code, signal) => {
      if (said && code === 0) resolve(said.value);
      else reject(new ChildCrash(signal ?? `exit ${code}`));
    });
  });
