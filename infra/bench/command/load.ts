/**
 * Load generator in its own process: callers that send the next command after each answer, and listening
 * pages. Its argument is a `CommandLoadJob` as JSON; it prints a `CommandResults`.
 */
import { performance } from 'node:perf_hooks';
import { openHttpCaller, openSocketListener } from './wire.ts';

export type HttpCommand = { method: 'POST' | 'PUT'; path: string; body: string };

export type CommandLoadJob = {
  url: string;
  seconds: number;
  /** Each caller repeats its own commands in order. */
  callers: { token: string; commands: HttpCommand[] }[];
  /** Session tokens of users whose pages listen during the load. */
  listeners: string[];
};

export type CommandResults = {
  /** Number of commands answered with 200. */
  done: number;
  refused: number;
  /** Duration in seconds. */
  seconds: number;
  /** Durations of the commands in milliseconds. */
  median: number;
  p95: number;
  p99: number;
  /** Messages that the pages received. */
  told: number;
};

async function run(job: CommandLoadJob): Promise<CommandResults> {
  const url = new URL(job.url);
  let told = 0;
  let refused = 0;
  const times: number[] = [];
  const stops: (() => void)[] = [];
  for (const token of job.listeners) stops.push(await openSocketListener(url, token, () => void told++));
  const start = performance.now();
  const end = start + job.seconds * 1000;
  const call = async ({ token, commands }: CommandLoadJob['callers'][number]) => {
    const caller = openHttpCaller(url, token);
    // Finishes a round of commands, so that the next load finds the case in its initial state.
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
  return { done: times.length, refused, seconds, median: at(0.5), p95: at(0.95), p99: at(0.99), told };
}

// Cast: the benchmark that starts this process writes the job.
console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '') as CommandLoadJob)));
