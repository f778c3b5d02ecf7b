/**
 * A program that answers one question after another in a process of its own, which is kept for a while: to start one
 * takes longer than most of its answers. One process has one question at a time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import * as z from 'zod/mini';
import { ChildCrash, type ChildLimits } from './child.ts';

type Kept<T> = {
  /** The program's path; it answers each message, an array of words, with `{ answer, again }`. */
  script: string;
  answer: z.ZodMiniType<T>;
  limits: ChildLimits;
  /** So long a process without a question is kept. */
  idleMs: number;
};

/** @throws ChildCrash where it did not end well; what is asked next has another process */
export type Ask<T> = (args: readonly string[]) => Promise<T>;

export function createKeptChild<T>({ script, answer, limits, idleMs }: Kept<T>): Ask<T> {
  /** `again`: false where the process has become too large to be kept. */
  const said = z.object({ answer, again: z.boolean() });
  /** Each with what ends it. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const start = () => {
    const child = fork(script, [], {
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    child.once('exit', () => leave(child));
    // Whoever asks it hears of it as well; of one that rests nobody does, and the server goes on.
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
    // A server that ends does not wait for it; without a channel it ends by itself.
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
        const read = said.safeParse(message);
        if (!read.success) return crash('no answer that is understood');
        done();
        if (read.data.again) rest(child);
        else child.disconnect();
        resolve(read.data.answer);
      });
      child.send(args, error => error && crash(error.message));
    });
}
