/**
 * k6: one account repeatedly sends FLOOD=60 requests each of workbooks, workbenches, case pages, event
 * exports, sign-in pages and the API description at once. Another account reads its case list, first without
 * the flood, then with it, for SECONDS=20 each. Against a server with the demo: k6 run -e
 * URLS=http://127.0.0.1:3000 loadtests/fair.js
 */
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { nodeUrls, numberSetting, signInDemo, sleep } from './lib/users.js';

const flood = numberSetting('FLOOD', 60);
const seconds = numberSetting('SECONDS', 20);
const [url] = nodeUrls;

const quietList = new Trend('quiet_list_ms', true);
const quietHealth = new Trend('quiet_health_ms', true);
const list = new Trend('flooded_list_ms', true);
const health = new Trend('flooded_health_ms', true);
const answered = new Counter('flood_answered');
const refused = new Counter('flood_refused');
const errors = new Counter('errors');

const phase = (exec, startTime, more = {}) => ({
  executor: 'constant-vus',
  vus: 1,
  duration: `${seconds}s`,
  startTime: `${startTime}s`,
  exec,
  gracefulStop: '60s',
  ...more,
});

export const options = {
  setupTimeout: '60s',
  scenarios: {
    quiet: phase('readWithoutFlood', 0),
    flood: phase('floodServer', seconds + 2),
    flooded: phase('readDuringFlood', seconds + 4, { duration: `${seconds - 2}s` }),
  },
  summaryTrendStats: ['p(50)', 'p(95)', 'p(99)', 'max', 'count'],
  thresholds: {
    quiet_list_ms: ['p(95)<=150'],
    quiet_health_ms: ['p(95)<=100'],
    flooded_list_ms: [`p(95)<=${numberSetting('LIST_MS', 150)}`],
    flooded_health_ms: [`p(95)<=${numberSetting('HEALTH_MS', 100)}`],
    errors: ['count==0'],
  },
};

function signInAs(userName) {
  const body = JSON.stringify({ userName, password: 'archline1' });
  const answer = http.post(`${url}/api/login`, body, { headers: { 'Content-Type': 'application/json' } });
  return answer.json('data.token');
}

export function setup() {
  const people = signInDemo();
  const flooder = signInAs('admin');
  const cases = http.get(`${url}/api/cases`, { headers: { Authorization: flooder } });
  const caseId = cases.json('data.items.0.caseId');
  return { reader: people[0]?.token ?? signInAs('doctor'), flooder, caseId };
}

async function read(token, listMs, healthMs) {
  const headers = { Authorization: token };
  const cases = await http.asyncRequest('GET', `${url}/api/cases`, null, { headers });
  listMs.add(cases.timings.duration);
  const alive = await http.asyncRequest('GET', `${url}/healthz`);
  healthMs.add(alive.timings.duration);
  for (const { status } of [cases, alive]) if (status !== 200) errors.add(1);
  await sleep(50);
}

export const readWithoutFlood = ({ reader }) => read(reader, quietList, quietHealth);
export const readDuringFlood = ({ reader }) => read(reader, list, health);

/** Requests with a session header, with a session cookie, and without a session. */
const wantedOf = caseId => ({
  header: ['/api/cases/export.xlsx', '/api/events'],
  cookie: ['/workbench', `/caseDetail?id=${caseId}`],
  nobody: ['/login', '/api/openapi.json'],
});

/**
 * Sends all requests of the flood at once, by the flooder's token, by cookie, and without a session. k6 calls it again after
 * a second, like a script that ignores Retry-After.
 */
export async function floodServer({ flooder, caseId }) {
  const usual = { responseType: 'none', redirects: 0, timeout: '60s', jar: new http.CookieJar() };
  const params = {
    header: { ...usual, headers: { Authorization: flooder } },
    cookie: { ...usual, headers: { Cookie: `session=${flooder}` } },
    nobody: usual,
  };
  const asked = Object.entries(wantedOf(caseId)).flatMap(([as, paths]) =>
    paths.flatMap(path =>
      Array.from({ length: flood }, () => http.asyncRequest('GET', `${url}${path}`, null, params[as])),
    ),
  );
  for (const { status } of await Promise.all(asked)) {
    if (status === 429 || status === 503) refused.add(1);
    else if (status >= 200 && status < 400) answered.add(1);
    else errors.add(1);
  }
  await sleep(1000);
}
