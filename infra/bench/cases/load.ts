/**
 * The load generator, in a process of its own: asks at a steady rate, whether or not answers have come, and counts each
 * from the moment it was due. Arguments: address, token, requests a second, seconds; then the paths, in turn.
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
/** Timers are late by a millisecond or so: whatever is due by now is sent now. */
const timer = setInterval(() => {
  while (asked < total && start + asked * gap <= performance.now()) {
    ask(asked, start + asked * gap);
    asked += 1;
  }
  if (asked === total) clearInterval(timer);
}, 1);
