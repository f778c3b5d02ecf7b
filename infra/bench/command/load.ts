/**
 * The load generator, in a process of its own: callers who each send the next command when the last was answered, and
 * pages that listen. Its argument is a Job as JSON; it prints a Done.
 */
import { performance } from 'node:perf_hooks';
import { openCaller, openListener } from './wire.ts';

export type Command = { method: 'POST' | 'PUT'; path: string; body: string };

export type Job = {
  url: string;
  seconds: number;
  /** One caller each: its commands are sent in turn, again and again. */
  callers: { token: string; commands: Command[] }[];
  /** Tokens of people whose pages listen meanwhile. */
  listeners: string[];
};

export type Done = {
  /** Commands that were answered with 200. */
  done: number;
  refused: number;
  /** How long it took, s. */
  seconds: number;
  /** Milliseconds each. */
  median: number;
  p99: number;
  /** Messages that the pages were told. */
  told: number;
};

async function run(job: Job): Promise<Done> {
  const url = new URL(job.url);
  let told = 0;
  let refused = 0;
  const times: number[] = [];
  const stops: (() => void)[] = [];
  for (const token of job.listeners) stops.push(await openListener(url, token, () => void told++));
  const start = performance.now();
  const end = start + job.seconds * 1000;
  const call = async ({ token, commands }: Job['callers'][number]) => {
    const caller = openCaller(url, token);
    // A round of commands is finished, so that the next load finds the case as this one did.
    for (let i = 0; performance.now() < end || i % commands.length > 0; i++) {
      const command = commands[i % commands.length];
      if (!command) return;
      const sent = performance.now();
      const status = await caller.send(command.method, command.path, command.body);
      if (status === 200) times.push(performance.now() - sent);
      else refused += 1;
    }
    caller.close();
  };
  await Promise.all(job.callers.map(call));
  const seconds = (performance.now() - start) / 1000;
  for (const stop of stops) stop();
  times.sort((a, b) => a - b);
  const at = (p: number) => times[Math.floor(times.length * p)] ?? 0;
  return { done: times.length, refused, seconds, median: at(0.5), p99: at(0.99), told };
}

// The boundary: the benchmark that starts this process writes the job.
console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '') as Job)));
