/**
 * The product with its own user on a three-node log with TLS. It must not need rights that `log-account` does
 * not grant.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runArchlineCommand } from '#services/archline.ts';
import { connectionStringForUser } from '#services/eventstore/esdb/leader.ts';
import { type LogCluster, startLogCluster } from '../servers/log/cluster.ts';
import { signIn } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { seedDemoUsers } from '../testing/small-demo.ts';

const admin = { name: 'admin', password: 'meister' };

let cluster: LogCluster;
let server: ServerProcess;
let env: Record<string, string>;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-account-'));
  const users = { [admin.name]: { password: admin.password, readsAll: true } };
  cluster = await startLogCluster({ nodes: 3, tls: dataDir, users });
  const file = join(dataDir, 'admin-password');
  writeFileSync(file, admin.password);
  env = {
    EVENT_STORE: connectionStringForUser(cluster.url, { name: 'archline', password: 'ge/heim' }),
    DATA_DIR: dataDir,
  };
  const lines: string[] = [];
  const said = (line: string) => void lines.push(line);
  const args = ['log-account', '--exclusive', '--admin-password-file', file];
  expect([await runArchlineCommand(args, { env, said }, said), lines.length]).toEqual([0, 3]);
  await seedDemoUsers(env);
  server = await startServer({ pages: false, dataDir, env });
});
afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
});

it('a node signs in to the log, writes a case, and another page reads it', async () => {
  const [doctor, colleague] = [await signIn(server.url, 'doctor'), await signIn(server.url, 'doctor')];
  const { http, data } = await doctor.post<{ caseId: string }>('/api/cases');
  expect(http).toBe(200);
  const seen = async () =>
    (await colleague.get<{ caseId: string }>(`/api/cases/${data.caseId}`)).data?.caseId;
  await expect.poll(seen).toBe(data.caseId);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

it('a node with a log account keeps writing when the leader of the log is killed', async () => {
  const doctor = await signIn(server.url, 'doctor');
  const leader = cluster.leader() ?? 0;
  await cluster.kill(leader);
  expect((await doctor.post('/api/cases')).http).toBe(200);
  await cluster.restart(leader);
});
