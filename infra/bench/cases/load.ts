/**
 * Load generator in its own process. It sends requests at a steady rate, even if answers are missing, and
 * measures each from the time it was due. Arguments: address, token, requests per second, seconds, and the
 * paths to request in turn.
 */
import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';

const [address = '', token = '', perSecond = '100', seconds = '10', ...paths] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const total = Number(perSecond) * Number(seconds);
const gap = 1000 / Number(perSecond);
const answers: { path: number; ms: number; status: number }[] = [];

function ask(i: number, due: number): void {
  const path = i % paths.length;
  const answered = (status: number) => {
    answers.push({ path, ms: performance.now() - due, status });
    if (answers.length === total) {
      process.stdout.write(JSON.stringify(answers));
      agent.destroy();
    }
  };
  const request = get(`${address}${paths[path]}`, { agent, headers: { authorization: token } }, response => {
    response.resume();
    response.on('end', () => answered(response.statusCode ?? 0));
  });
  request.on('error', () => answered(0));
}

const start = performance.now();
let asked = 0;
/** Timers are late by about a millisecond, so each tick sends all requests that are due. */
const timer = setInterval(() => {
  while (asked < total && start + asked * gap <= performance.now()) {
    ask(asked, start + asked * gap);
    asked += 1;
  }
  if (asked === total) clearInterval(timer);
}, 1);
