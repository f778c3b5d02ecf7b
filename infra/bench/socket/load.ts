/**
 * Load generator in its own process: commands at a steady rate, and a listening page of another user.
 * Measures each command from the time it was due until the other page received the push. Its argument is a
 * Job as JSON; it prints the milliseconds.
 */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { io } from 'socket.io-client';
import type { RowsMessage } from '#events/wire.ts';

export type SocketLoadJob = {
  url: string;
  /** Tokens of the user who sends commands and of the user who receives pushes. */
  actor: string;
  listener: string;
  /** Complete drafts, which are submitted and withdrawn in turn. */
  cases: string[];
  perSecond: number;
  seconds: number;
};

/** `lost`: commands without a push within `patienceMs`. */
export type SocketResults = { ms: number[]; refused: number; lost: number };

const patienceMs = 10_000;

async function run(job: SocketLoadJob): Promise<SocketResults> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const url = new URL(job.url);
  const due = new Map<string, number>();
  const told: SocketResults = { ms: [], refused: 0, lost: 0 };
  const socket = io(job.url, { transports: ['websocket'], auth: { token: job.listener } });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('connect_error', reject);
  });
  socket.on('rows', ({ rows }: RowsMessage) => {
    for (const { view, id } of rows) {
      const from = view === 'caseList' ? due.get(id) : undefined;
      if (from === undefined) continue;
      due.delete(id);
      told.ms.push(performance.now() - from);
    }
  });

  const send = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { Authorization: job.actor, 'Content-Type': 'application/json', 'Content-Length': 2 };
      const sent = request(
        { agent, host: url.hostname, port: url.port, method: 'POST', path, headers },
        answer => {
          const renewed = answer.headers['x-token'];
          if (typeof renewed === 'string') job.actor = renewed;
          answer.resume();
          answer.once('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      sent.once('error', reject);
      sent.end('{}');
    });
  const act = async (turn: number, at: number) => {
    const caseId = job.cases[turn % job.cases.length] ?? '';
    const action = Math.floor(turn / job.cases.length) % 2 === 0 ? 'submitCase' : 'withdraw';
    due.set(caseId, at);
    if ((await send(`/api/cases/${caseId}/actions/${action}`)) === 200) return;
    told.refused += 1;
    due.delete(caseId);
  };

  const start = performance.now();
  // Runs whole rounds, so that every case ends in its initial state.
  const rounds = Math.ceil((job.perSecond * job.seconds) / (2 * job.cases.length));
  const total = rounds * 2 * job.cases.length;
  const acts: Promise<void>[] = [];
  await new Promise<void>(resolve => {
    const timer = setInterval(() => {
      for (; acts.length < total; ) {
        const at = start + (acts.length * 1000) / job.perSecond;
        if (at > performance.now()) return;
        acts.push(act(acts.length, at));
      }
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(acts);
  const end = performance.now() + patienceMs;
  while (due.size > 0 && performance.now() < end) await new Promise(resolve => setTimeout(resolve, 20));
  socket.disconnect();
  agent.destroy();
  return { ...told, lost: due.size };
}

// Cast: the benchmark that starts this process writes the job.
console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '') as SocketLoadJob)));
