/** The balancer's configuration in front of two servers: routing, internal paths, and a node that is down. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServerProcess } from '../servers/server-process.ts';
import { signIn } from '../testing/client.ts';
import { freePort, type ServerProcess, startServer } from '../testing/server.ts';
import { pollUntil } from '../walks/polling.ts';
import { goTools, isToolBuilt } from './tools.ts';

const config = join(import.meta.dirname, 'caddy', 'Caddyfile');

describe.runIf(await isToolBuilt(goTools.caddy))('the balancer', () => {
  /** Folder where the balancer stores its last configuration. */
  let home: string;
  let server: ServerProcess;
  let gone: number;
  let analysisPort: number;
  let balancer: RunningServer;
  let url: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'archline-balancer-'));
    server = await startServer({ pages: false, env: { TRUSTED_PROXIES: '127.0.0.1' } });
    // The first node is down; users must not notice.
    gone = await freePort();
    analysisPort = await freePort();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    balancer = await startServerProcess({
      program: await goTools.caddy.get(),
      args: ['run', '--adapter', 'caddyfile', '--config', config],
      env: {
        SITE_ADDRESS: `http://127.0.0.1:${port}`,
        ANALYSIS: `127.0.0.1:${analysisPort}`,
        NODES: `127.0.0.1:${gone} ${new URL(server.url).host}`,
        CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
        HOME: home,
      },
      port,
    });
  });
  afterAll(async () => {
    await balancer?.stop();
    await server?.stop();
    rmSync(home, { recursive: true });
  });

  it('does not expose paths that are only for operators', async () => {
    for (const path of ['/metrics', '/readyz', '/healthz'])
      expect((await fetch(url + path)).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
  });

  it('routes users and their sockets to a ready node while another is down', async () => {
    for (let i = 0; i < 5; i++) expect((await fetch(`${url}/api/nowhere`)).status).toBe(404);
    const doctor = await signIn(url, 'doctor');
    const live = await doctor.live((await doctor.get('/api/cases')).position);
    const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
    await pollUntil(
      async () => JSON.stringify(live.rows).includes(caseId),
      yes => yes,
      'the new case did not come through the balancer',
    );
    live.close();
  });

  it('sends analysts’ calls to the process that keeps their tables, and to a node while that one is down', async () => {
    const asked: string[] = [];
    const analysis = createServer((request, response) => {
      if (request.url !== '/readyz') asked.push(request.url ?? '');
      response.end('{}');
    });
    const statusOf = async (path: string) => (await fetch(url + path)).status;
    const paths = ['/api/analysis', '/api/analysis/ask', '/api/reports/funnel'];
    // The node wants a session.
    for (const path of paths) expect(await statusOf(path)).toBe(401);
    analysis.listen(analysisPort, '127.0.0.1');
    await once(analysis, 'listening');
    try {
      await pollUntil(
        () => statusOf('/api/analysis'),
        status => status === 200,
        'the balancer did not notice the process for analysts',
      );
      asked.length = 0;
      for (const path of [...paths, '/api/analysisOther', '/api/cases']) await statusOf(path);
      expect(asked).toEqual(paths);
    } finally {
      analysis.closeAllConnections();
      analysis.close();
    }
  });

  it('ignores a client’s own X-Forwarded-For', async () => {
    const wrong = (n: number) =>
      fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${n}` },
        body: JSON.stringify({ userName: `nobody${n % 8}`, password: 'wrong12' }),
      });
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await wrong(i)).status);
    expect([statuses.includes(429), statuses[0]]).toEqual([true, 401]);
  });
});
