import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type ServerProcess, startServer } from '../../infra/testing/server.ts';

let server: ServerProcess;
let port: number;
beforeAll(async () => {
  port = await freePort();
  server = await startServer({ pages: false, env: { DEMO: '0', METRICS_PORT: String(port) } });
});
afterAll(() => server?.stop());

/** Sends the path literally; fetch would normalise it. */
const statusOf = (at: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port: number } = new URL(at);
    const asked = request({ hostname, port: number, path }, answer => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject).end();
  });

test('metrics have their own port, and no path of the API’s port reaches them', async () => {
  const metrics = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${metrics}/metrics`)).text()).toContain('archline_append_seconds');
  expect(await statusOf(metrics, '/healthz')).toBe(404);
  for (const path of ['/metrics', '/api/../metrics', '/%2e%2e/metrics', '//metrics'])
    expect([path, await statusOf(server.url, path)]).toEqual([path, 404]);
  expect(await statusOf(server.url, '/healthz')).toBe(200);
});
