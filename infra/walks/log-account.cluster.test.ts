/** The product on three nodes of a log with TLS, as its own user there: it needs no right that `log-account` does not give. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archline } from '#services/archline.ts';
import { connectionStringAs } from '#services/eventstore/esdb/leader.ts';
import { type LogCluster, startLogCluster } from '../servers/log/cluster.ts';
import { signIn } from '../testing/client.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { putPeople } from '../testing/small-demo.ts';

const admin = { name: 'admin', password: 'meister' };

let cluster: LogCluster;
let server: TestServer;
let env: Record<string, string>;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-account-'));
  const users = { [admin.name]: { password: admin.password, readsAll: true } };
  cluster = await startLogCluster({ nodes: 3, tls: dataDir, users });
  const file = join(dataDir, 'admin-password');
  writeFileSync(file, admin.password);
  env = {
    EVENT_STORE: connectionStringAs(cluster.url, { name: 'archline', password: 'ge/heim' }),
    DATA_DIR: dataDir,
  };
  const lines: string[] = [];
  const said = (line: string) => void lines.push(line);
  const args = ['log-account', '--exclusive', '--admin-password-file', file];
  expect([await archline(args, { env, said }, said), lines.length]).toEqual([0, 3]);
  await putPeople(env);
  server = await startServer({ pages: false, dataDir, env });
});
afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
});

it('starts, writes a case, and shows it on another page', async () => {
  const [doctor, colleague] = [await signIn(server.url, 'doctor'), await signIn(server.url, 'doctor')];
  const { http, data } = await doctor.post<{ caseId: string }>('/api/cases');
  expect(http).toBe(200);
  const seen = async () =>
    (await colleague.get<{ caseId: string }>(`/api/cases/${data.caseId}`)).data?.caseId;
  await expect.poll(seen).toBe(data.caseId);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

it('goes on when the node that leads goes', async () => {
  const doctor = await signIn(server.url, 'doctor');
  const leader = cluster.leader() ?? 0;
  await cluster.kill(leader);
  expect((await doctor.post('/api/cases')).http).toBe(200);
  await cluster.restart(leader);
});
