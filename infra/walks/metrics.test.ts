/** /metrics after some activity: it has the expected values and identifies no person. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { backupNameAt } from '#services/backup/manifest.ts';
import { uploadFile } from '../actors/http.ts';
import { type Client, type LiveConnection, signIn } from '../testing/client.ts';
import { createSmallArchStl } from '../testing/models.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { pollUntil } from './polling.ts';

const backups = mkdtempSync(join(tmpdir(), 'archline-age-'));
let server: ServerProcess;
let doctor: Client;
let live: LiveConnection;
/** Strings that identify a person, a case or a file of this test. */
const { name = '' } = sampleAlignerOrder.patient;
const tellsOf: string[] = [name, 'p-doctor', 'never-an-id-1234'];

type Sample = { name: string; labels: Record<string, string>; value: number };

async function samples(): Promise<Sample[]> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return text.split('\n').flatMap(line => {
    const [, name, inside = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name) return [];
    const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, k = '', v = '']) => [k, v]);
    return [{ name, labels: Object.fromEntries(labels), value: Number(value?.replace('Inf', 'Infinity')) }];
  });
}

const valueIn = async (name: string, labels: Record<string, string> = {}) => {
  const all = (await samples()).filter(sample => sample.name === name);
  return all.find(one => Object.entries(labels).every(([k, v]) => one.labels[k] === v))?.value;
};

async function busy(): Promise<void> {
  const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
  await doctor.put(`/api/cases/${caseId}/patient`, sampleAlignerOrder.patient);
  const fileId = await uploadFile(doctor, createSmallArchStl(1), { caseId, kind: 'stl', slot: 'upper' });
  await doctor.post(`/api/chats/case.${caseId}/messages`, {
    client: crypto.randomUUID(),
    text: `${name}的照片`,
  });
  const paths = [
    `/api/cases/${caseId}`,
    `/api/files/${fileId}`,
    `/api/cases?keyword=${name}`,
    '/api/users/p-doctor',
  ];
  const unknown = [
    `/api/nowhere/${caseId}`,
    `/nowhere/${fileId}`,
    '/api/cases/never-an-id-1234',
    '/s/never-an-id-1234',
    '/caseDetail?id=never-an-id-1234',
    '/showStlView/never-an-id-1234',
    '/login',
  ];
  for (const path of [...paths, ...unknown]) await doctor.get(path);
  await doctor.call('DELETE', `/api/cases/${caseId}`);
  await fetch(`${server.url}/api/uploads/never-an-id-1234`, { method: 'HEAD' });
  tellsOf.push(caseId, fileId);
}

beforeAll(async () => {
  server = await startServer({ pages: 'stub', env: { BACKUP_DIR: backups } });
  doctor = await signIn(server.url, 'doctor');
  live = await doctor.live((await doctor.get('/api/cases')).position);
  for (let i = 0; i < 5; i++) await busy();
});
afterAll(async () => {
  live?.close();
  await server?.stop();
  rmSync(backups, { recursive: true });
});

it('no metric label identifies a person, a case or a file', async () => {
  const found = await samples();
  const values = [...new Set(found.flatMap(({ labels }) => Object.values(labels)))];
  expect(values.length).toBeGreaterThan(30);
  for (const value of values) {
    expect(tellsOf.filter(one => value.includes(one))).toEqual([]);
    expect(value).toMatch(/^[\x20-\x7e]*$/);
    for (const part of value.split('/')) expect(part).not.toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$|[0-9a-f]{8}|@|%/);
  }
  const routes = found.flatMap(({ labels }) => labels.route ?? []);
  expect(routes).toContain('/api/cases/:id');
});

it('each request counts under the route that answered it, including pages and refusals', async () => {
  const routes = new Set((await samples()).flatMap(({ labels }) => labels.route ?? []));
  const answered = [
    '/api/cases',
    '/api/files/:id',
    '/api/login',
    '/login',
    '/caseDetail',
    '/showStlView/:key',
  ];
  expect(answered.filter(route => !routes.has(route))).toEqual([]);
  const before = await valueIn('archline_http_requests_total', { route: '/api/cases/:id', status: '401' });
  await fetch(`${server.url}/api/cases/never-an-id-1234`);
  const after = await valueIn('archline_http_requests_total', { route: '/api/cases/:id', status: '401' });
  expect((after ?? 0) - (before ?? 0)).toBe(1);
});

it('an aborted request body counts as 499 and logs no error', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head =
    'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n{"user';
  await new Promise<void>(resolve => socket.write(head, () => resolve()));
  socket.destroy();
  const counted = () => valueIn('archline_http_requests_total', { route: '/api/login', status: '499' });
  await pollUntil(counted, n => n === 1, 'the aborted request was not counted');
  expect((await samples()).filter(({ labels }) => labels.status?.startsWith('5'))).toEqual([]);
});

it('appends, projections and pushes are measured', async () => {
  const counted = async (name: string, labels = {}) => (await valueIn(`${name}_count`, labels)) ?? 0;
  const stored = await counted('archline_append_seconds', { outcome: 'stored' });
  expect(stored).toBeGreaterThan(15);
  const done = (name: string) =>
    pollUntil(
      () => counted(name),
      n => n > 15,
      `${name} was not measured`,
    );
  await Promise.all([done('archline_projection_seconds'), done('archline_push_seconds')]);
  expect(await valueIn('archline_projection_lag_events')).toBe(0);
  expect(await valueIn('archline_projection_lag_seconds')).toBe(0);
  expect(await valueIn('archline_sockets')).toBe(1);
  expect(await valueIn('archline_socket_backlog_bytes')).toBe(0);
  expect(await valueIn('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
  expect(await valueIn('archline_rows_rebuilding')).toBe(0);
});

it('metrics report the lag of effects and mail, running uploads and the age of the last backup', async () => {
  const lag = (follower: string) => valueIn('archline_follower_lag_seconds', { follower });
  for (const follower of ['effects', 'mail'])
    await pollUntil(
      () => lag(follower),
      seconds => seconds === 0,
      `${follower} did not reach the end of the log`,
    );
  expect(await valueIn('archline_uploads_under_way')).toBe(0);
  await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: {
      'Tus-Resumable': '1.0.0',
      Authorization: doctor.token,
      'Upload-Length': '100',
      'Upload-Metadata': `filename ${btoa('upper.stl')},caseId ${btoa(tellsOf.at(-2) ?? '')},kind ${btoa('stl')},slot ${btoa('lower')}`,
    },
  });
  expect(await valueIn('archline_uploads_under_way')).toBe(1);
  expect(await valueIn('archline_backup_age_seconds')).toBe(Number.POSITIVE_INFINITY);
  const dir = join(backups, backupNameAt(Date.now() - 3_600_000));
  mkdirSync(dir);
  expect(await valueIn('archline_backup_age_seconds')).toBe(Number.POSITIVE_INFINITY);
  writeFileSync(join(dir, 'manifest.json'), '{}');
  const age = await valueIn('archline_backup_age_seconds');
  expect(Math.round((age ?? 0) / 60)).toBe(60);
});
