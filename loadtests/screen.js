/**
 * k6: time from a click to another node's screen. A doctor saves a section at the first of URLS; the doctor's
 * page at the last one must get the row within PATIENCE=10 seconds. PEOPLE_AT_WORK=20, SECONDS=30, one act
 * per second.
 */
import { Counter, Trend } from 'k6/metrics';
import { orderOf } from './lib/acts.js';
import { call, countFailure, dataOf } from './lib/api.js';
import { openLine } from './lib/line.js';
import { everybody, rest, setting, shareOf, signInDemo, urls } from './lib/people.js';

const working = setting('PEOPLE_AT_WORK', 20);
const seconds = setting('SECONDS', 30);
const places = Math.ceil(working / 10);
const everyMs = 1000;
const patienceMs = setting('PATIENCE', 10) * 1000;

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
    screen_ms: [`p(95)<=${setting('SCREEN_MS', 250)}`],
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
  const line = openLine(
    { ...user, url: urls[urls.length - 1] },
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
  const made = dataOf(await call(user, 'POST', '/api/cases', { body: {} }));
  while (made && Date.now() < until) {
    await rest(everyMs * (0.5 + Math.random()));
    if (!line.isOpen()) continue;
    const clicked = Date.now();
    const path = `/api/cases/${made.caseId}/patient`;
    const done = await call(user, 'PUT', path, {
      body: orderOf().patient,
      pattern: '/api/cases/:id/patient',
    });
    if (!dataOf(done)) continue;
    const found = await shown(made.caseId, numberOf(done.headers['X-Position']));
    if (found) screenMs.add(found.ms - clicked);
    else unseen.add(1);
    seen.splice(0);
  }
  line.close();
}

export default async function screen(demo) {
  const until = Date.now() + seconds * 1000;
  const doctors = everybody(demo).filter(({ position }) => position === 'Doctor');
  const mine = shareOf(doctors, __VU - 1, places, working);
  await Promise.all(
    mine.map(one =>
      work({ ...one, url: urls[0] }, until).catch(error => countFailure('screen', error.message)),
    ),
  );
}
