/** A request's address behind a load balancer, which no other client can forge. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../api/app.ts';
import { openTestServer, type TestServer } from '../api/testing/test-server.ts';
import { parseNetwork } from '../settings/networks.ts';
import { createProxies, findUntrustedAddress, rateLimitSubjectOf } from './proxies.ts';

const balancers = createProxies(['10.0.0.0/8', 'fd00::/8', '192.0.2.7']);

test.each<[string, string | undefined, string]>([
  ['203.0.113.5', undefined, '203.0.113.5'],
  ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['10.1.2.3', undefined, '10.1.2.3'],
  ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['fd00::1', '2001:db8::9', '2001:db8::9'],
  ['192.0.2.7', '198.51.100.1, 10.0.0.9', '198.51.100.1'],
  ['10.1.2.3', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '198.51.100.1, somebody', '10.1.2.3'],
  ['10.1.2.3', '', '10.1.2.3'],
])('the address from %s with %s is %s', (socket, forwarded, origin) => {
  expect(findUntrustedAddress(socket, forwarded, balancers)).toBe(origin);
});

test('an address or a network is well formed, anything else is not', () => {
  const texts = [
    '10.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
    '10.0.0.0/33',
    'balancer',
    '',
    '10.0.0.0/',
    '1/2/3',
  ];
  expect(texts.filter(text => parseNetwork(text) !== undefined)).toEqual([
    '10.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
  ]);
});

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

/** Signs in with wrong passwords until refused. Returns the number of wrong-password answers. */
async function wrongFrom(app: ReturnType<typeof createApp>['app'], socket: string, forwarded: string) {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded };
  for (let tries = 0; tries < 6; tries++) {
    const body = JSON.stringify({ userName: `nobody${tries % 2}.${socket}`, password: 'wrong1' });
    const env = { incoming: { socket: { remoteAddress: socket } } };
    const { status } = await app.request('/api/login', { method: 'POST', headers, body }, env);
    if (status === 429) return tries;
  }
  return undefined;
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('a client from %s counts as %s', (address, subscriber) => {
  expect(rateLimitSubjectOf(address)).toBe(subscriber);
});

test('behind a trusted balancer, one clinic’s wrong passwords lock no other clinic out', async () => {
  const limits = { tries: 100, wrong: 3 };
  const { app } = createApp({ ...bench.deps, proxies: balancers }, { limits });
  expect(await wrongFrom(app, '10.1.2.3', '198.51.100.1')).toBe(3);
  expect(await wrongFrom(app, '10.1.2.3', '198.51.100.1')).toBe(0);
  expect(await wrongFrom(app, '10.1.2.3', '198.51.100.2')).toBe(3);
});

test('an untrusted client is counted by its connection, whatever its header says', async () => {
  const { app } = createApp(bench.deps, { limits: { tries: 100, wrong: 3 } });
  expect(await wrongFrom(app, '203.0.113.5', '198.51.100.1')).toBe(3);
  expect(await wrongFrom(app, '203.0.113.5', '198.51.100.2')).toBe(0);
});

test('metrics are for callers on this machine: not through a proxy, nor by a path that resolves to it', async () => {
  expect((await bench.get('/metrics')).text).toContain('archline_append_seconds');
  const proxied: Record<string, string>[] = [
    { 'X-Forwarded-For': '198.51.100.1' },
    { Forwarded: 'for=198.51.100.1' },
    { Via: '1.1 proxy' },
  ];
  for (const headers of proxied)
    expect(await bench.get('/metrics', { headers })).toMatchObject({ status: 404, code: 104001 });
  const incoming = (url: string) => ({ incoming: { url } });
  const ask = async (raw: string) => (await bench.app.request('/metrics', {}, incoming(raw))).status;
  expect(await Promise.all(['/metrics', '/metrics?x=1'].map(ask))).toEqual([200, 200]);
  for (const raw of ['/api/../metrics', '/%2e%2e/metrics', '/metrics/..//metrics'])
    expect(await ask(raw)).toBe(404);
});
