/**
 * k6: 200 sign-ins a second with wrong passwords from one address (RATE=200). Another account signs in from another
 * address, first without them, then beside them, for SECONDS=20 each. Addresses are sent in X-Forwarded-For, so the server
 * needs TRUSTED_PROXIES=127.0.0.1. Against a server with the demo: k6 run -e URLS=http://127.0.0.1:3000
 * loadtests/sign-in.js
 */
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { nodeUrls, numberSetting, sleep } from './lib/users.js';

const rate = numberSetting('RATE', 200);
const seconds = numberSetting('SECONDS', 20);
const [url] = nodeUrls;

/** Addresses of the documentation networks (RFC 5737). */
const attacker = '203.0.113.7';
const clinic = '198.51.100.9';
/** Between two sign-ins of the clinic: fewer than an address may try in a minute. */
const PAUSE_MS = 600;

const quiet = new Trend('quiet_sign_in_ms', true);
const attacked = new Trend('attacked_sign_in_ms', true);
const checked = new Counter('attempts_checked');
const refused = new Counter('attempts_refused');
const errors = new Counter('errors');

const owner = (exec, startTime) => ({
  executor: 'constant-vus',
  vus: 1,
  duration: `${seconds}s`,
  startTime: `${startTime}s`,
  exec,
});

export const options = {
  scenarios: {
    quiet: owner('signInWithoutAttack', 0),
    attack: {
      executor: 'constant-arrival-rate',
      rate,
      timeUnit: '1s',
      duration: `${seconds + 4}s`,
      startTime: `${seconds + 2}s`,
      preAllocatedVUs: 100,
      maxVUs: 400,
      exec: 'guessPassword',
    },
    attacked: owner('signInDuringAttack', seconds + 4),
  },
  summaryTrendStats: ['p(50)', 'p(95)', 'p(99)', 'max', 'count'],
  thresholds: {
    attacked_sign_in_ms: [`p(95)<=${numberSetting('SIGN_IN_MS', 300)}`],
    errors: ['count==0'],
  },
};

function signIn(from, userName, password) {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
  return http.post(`${url}/api/login`, JSON.stringify({ userName, password }), {
    headers,
    jar: new http.CookieJar(),
  });
}

async function signInOwner(trend) {
  const answer = signIn(clinic, 'doctor', 'archline1');
  trend.add(answer.timings.duration);
  if (answer.status !== 200) errors.add(1);
  await sleep(PAUSE_MS);
}

export const signInWithoutAttack = () => signInOwner(quiet);
export const signInDuringAttack = () => signInOwner(attacked);

/** One guess, each at another account. */
export function guessPassword() {
  const { status } = signIn(attacker, `doctor${Math.floor(Math.random() * 100_000)}`, 'archline2');
  if (status === 401) checked.add(1);
  else if (status === 429) refused.add(1);
  else errors.add(1);
}
