/**
 * k6: the case list under steady load, 100 requests a second for 30 seconds: first pages of the filters, a
 * late page, a keyword. `k6 run -e URL=http://127.0.0.1:3000 loadtests/cases.js` against a server with the
 * demo.
 */
import { check } from 'k6';
import http from 'k6/http';

const url = __ENV.URL || 'http://127.0.0.1:3000';
const queries = [...Array(12).keys()]
  .map(filter => `filter=${filter}`)
  .concat('page=3', `keyword=${encodeURIComponent('张')}`);

export const options = {
  scenarios: {
    list: {
      executor: 'constant-arrival-rate',
      rate: 100,
      timeUnit: '1s',
      duration: '30s',
      preAllocatedVUs: 20,
    },
  },
  thresholds: { http_req_failed: ['rate==0'] },
};

export function setup() {
  const body = JSON.stringify({ userName: 'supervisor', password: 'archline1' });
  const answer = http.post(`${url}/api/login`, body, { headers: { 'Content-Type': 'application/json' } });
  return { token: answer.json('data.token') };
}

export default function list({ token }) {
  const query = queries[Math.floor(Math.random() * queries.length)];
  const answer = http.get(`${url}/api/cases?${query}`, {
    headers: { Authorization: token },
    tags: { name: 'cases' },
  });
  check(answer, { 'is answered': a => a.status === 200 && a.json('code') === 0 });
}
