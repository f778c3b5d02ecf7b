/**
 * k6: time from a click to another node's screen. A doctor saves a section at the first of URLS; the doctor's
 * page at the last one must get the row within PATIENCE=10 seconds. PEOPLE_AT_WORK=20, SECONDS=30, one act
 * per second.
 */
import { Counter, Trend } from 'k6/metrics';
import { uniqueOrderAnswers } from './lib/acts.js';
import { answerData, callApi, countFailure } from './lib/api.js';
import { openSocket } from './lib/socket.js';
import { allUsers, nodeUrls, numberSetting, signInDemo, sleep, usersOfVirtualUser } from './lib/users.js';

const working = numberSetting('PEOPLE_AT_WORK', 20);
const seconds = numberSetting('SECONDS', 30);
const places = Math.ceil(working / 10);
const everyMs = 1000;
const patienceMs = numberSetting('PATIENCE', 10) * 1000;

const screenMs = new Trend('screen_ms', true);
const unseen = new Counter('unseen');

export const options = {
  scenarios: {
    screen: {
      executor: 'per-vu-iterations',
      vus: places,
      iterations: 1,
      maxDuration: `${seconds + patienceMs / 1000 + 60}s`,
    },
  },
  summaryTrendStats: ['p(50)', 'p(95)', 'p(99)', 'max', 'count'],
  thresholds: {
    screen_ms: [`p(95)<=${numberSetting('SCREEN_MS', 250)}`],
    unseen: ['count==0'],
    errors: ['count==0'],
    breaks: ['count==0'],
  },
};

export const setup = signInDemo;

const numberOf = position => Number(position.split('-')[1]);

async function work(user, until) {
  /** Received rows with their position and time. */
  const seen = [];
  let told = () => undefined;
  const socket = openSocket(
    { ...user, url: nodeUrls[nodeUrls.length - 1] },
    {
      rows: ({ rows }) => {
        for (const { id, position } of rows) seen.push({ id, at: numberOf(position), ms: Date.now() });
        told();
      },
    },
  );
  const shown = async (caseId, position) => {
    const end = Date.now() + patienceMs;
    for (;;) {
      const found = seen.find(({ id, at }) => id === caseId && at >= position);
      if (found || Date.now() > end) return found;
      await new Promise(resolve => {
        // Trap: k6 ends an iteration when its last timer has run.
        const timer = setTimeout(resolve, patienceMs);
        told = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const made = answerData(await callApi(user, 'POST', '/api/cases', { body: {} }));
  while (made && Date.now() < until) {
    await sleep(everyMs * (0.5 + Math.random()));
    if (!socket.isOpen()) continue;
    const clicked = Date.now();
    const path = `/api/cases/${made.caseId}/patient`;
    const done = await callApi(user, 'PUT', path, {
      body: uniqueOrderAnswers().patient,
      pattern: '/api/cases/:id/patient',
    });
    if (!answerData(done)) continue;
    const found = await shown(made.caseId, numberOf(done.headers['X-Position']));
    if (found) screenMs.add(found.ms - clicked);
    else unseen.add(1);
    seen.splice(0);
  }
  socket.close();
}

export default async function screen(demo) {
  const until = Date.now() + seconds * 1000;
  const doctors = allUsers(demo).filter(({ position }) => position === 'Doctor');
  const mine = usersOfVirtualUser(doctors, __VU - 1, places, working);
  await Promise.all(
    mine.map(one =>
      work({ ...one, url: nodeUrls[0] }, until).catch(error => countFailure('screen', error.message)),
    ),
  );
}
