/**
 * A child process that answers one request after another and is kept while idle, because starting one takes
 * longer than most answers. Each process handles one request at a time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import * as z from 'zod/mini';
import { ChildCrash, type ChildLimits } from './child.ts';

type Kept<T> = {
  /** Path of the program, which answers each message, an array of strings, with `{ answer, again }`. */
  script: string;
  answer: z.ZodMiniType<T>;
  limits: ChildLimits;
  /** Lifetime of an idle process. */
  idleMs: number;
};

/** @throws ChildCrash if the process fails; the next request gets another process */
export type ChildRequest<T> = (args: readonly string[]) => Promise<T>;

export function createReusedChild<T>({ script, answer, limits, idleMs }: Kept<T>): ChildRequest<T> {
  /** `again`: false if the process has grown too large to be reused. */
  const messageSchema = z.object({ answer, again: z.boolean() });
  /** Idle processes, each with the timer that ends it. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const start = () => {
    const child = fork(script, [], {
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
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
  const rest = (child: ChildProcess) => {
    const end = () => leave(child).connected && child.disconnect();
    idle.set(child, setTimeout(end, idleMs).unref());
    // Lets the server end without waiting for the process, which ends when its channel closes.
    child.unref();
    child.channel?.unref();
  };
  return args =>
    new Promise((resolve, reject) => {
      const child = take();
      const done = () => {
        clearTimeout(late);
        child.removeAllListeners('message');
        child.off('error', failed);
        child.off('exit', ended);
      };
      const crash = (why: string) => {
        done();
        child.kill('SIGKILL');
        reject(new ChildCrash(why));
      };
      const failed = (error: Error) => crash(error.message);
      const ended = (code: number | null, signal: string | null) => crash(signal ?? `exit ${code}`);
      const late = setTimeout(() => crash('no answer in time'), limits.timeMs);
      child.once('error', failed);
      child.once('exit', ended);
      child.once('message', message => {
        const read = messageSchema.safeParse(message);
        if (!read.success) return crash('malformed answer');
        done();
        if (read.data.again) rest(child);
        else child.disconnect();
        resolve(read.data.answer);
      });
      child.send(args, error => error && crash(error.message));
    });
}
