/** An organisation's logo: which files are accepted, who may set and see it, and where it is shown. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { createPng, pngOfSize } from '../../infra/testing/generate/image.ts';
import { readPdf } from '../../infra/testing/pdf.ts';
import { unattachedLifetimeMs } from '../files/sweep.ts';
import { completeDraft } from './testing/case-steps.ts';
import { uploadAs } from './testing/person-uploads.ts';
import {
  openTestServer,
  type TestPersonName,
  type TestServer,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
let dir: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-logo-'));
  bench = await openTestServer({ dataDir: dir });
});
afterEach(async () => {
  await bench.close();
  rmSync(dir, { recursive: true, force: true });
});

const upload = (bytes: Buffer, as: TestPersonName = 'admin', kind = 'logo') =>
  uploadAs(bench, as, bytes, kind);
const show = (orgId: string, file: unknown, as: TestPersonName = 'admin') =>
  bench.put<{ logo?: string; issues?: object[] }>(`/api/organisations/${orgId}/logo`, { as, body: { file } });
const remove = (orgId: string) => bench.del(`/api/organisations/${orgId}/logo`, { as: 'admin' });
const signIn = async () => (await bench.get<{ logo: string; orgId: string }>('/resource/org/login')).data;
const seenBy = async (id: string) => {
  const seen: TestPersonName[] = [];
  for (const as of testPersonNames)
    if ((await bench.send('GET', `/api/files/${id}`, { as })).status === 200) seen.push(as);
  return seen;
};

describe('the logo of the organisation that runs the site', () => {
  test('is named by /resource/org/login and served without a session, without its metadata', async () => {
    expect(await signIn()).toEqual({ logo: '/favicon.svg', orgId: 'main' });
    const { id } = await upload(createPng(64, 64));
    expect(await show('main', id)).toMatchObject({ status: 200, data: { logo: id } });
    const { logo } = await signIn();
    expect(logo).toBe(`/resource/org/logo/${id}`);
    const served = await bench.send('GET', logo);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await served.arrayBuffer()).byteLength).toBe(createPng(64, 64).length);
  });

  test('is gone at once after a removal, and its file within a week', async () => {
    const { id } = await upload(createPng(64, 64));
    await show('main', id);
    bench.clock.advance(unattachedLifetimeMs + 60_000);
    await bench.files?.sweep();
    expect((await bench.send('GET', `/resource/org/logo/${id}`)).status).toBe(200);
    bench.tokens.clear();
    expect((await remove('main')).status).toBe(200);
    expect(await signIn()).toMatchObject({ logo: '/favicon.svg' });
    expect((await bench.send('GET', `/resource/org/logo/${id}`)).status).toBe(404);
    await bench.files?.sweep();
    bench.tokens.clear();
    expect(await seenBy(id)).toEqual([]);
    expect((await remove('main')).status).toBe(200);
  });

  test('answers for another upload like for a missing one', async () => {
    const { id } = await upload(createPng(64, 64));
    const [unused, missing] = await Promise.all(
      [id, crypto.randomUUID()].map(one => bench.send('GET', `/resource/org/logo/${one}`)),
    );
    expect([unused?.status, await unused?.text()]).toEqual([404, await missing?.text()]);
  });
});

describe('the logo of another organisation', () => {
  test('is shown to its people and those of the serving organisation only', async () => {
    const { id } = await upload(createPng(64, 64));
    expect(await seenBy(id)).toEqual(['admin']);
    await show('ediy', id);
    expect(await seenBy(id)).toEqual(testPersonNames.filter(name => name !== 'other'));
    expect((await bench.send('GET', `/api/files/${id}`)).status).toBe(401);
    expect((await bench.send('GET', `/resource/org/logo/${id}`)).status).toBe(404);
    expect((await bench.get('/api/organisation', { as: 'designer' })).data.logo).toBe(`/api/files/${id}`);
  });
});

test('a file that is the logo of two organisations stays when one of them removes it', async () => {
  const { id } = await upload(createPng(64, 64));
  await show('main', id);
  await show('ediy', id);
  await remove('ediy');
  bench.clock.advance(unattachedLifetimeMs + 60_000);
  await bench.files?.sweep();
  expect((await bench.send('GET', `/resource/org/logo/${id}`)).status).toBe(200);
});

test('an order form shows the logo of the organisation or else of the one that serves it', async () => {
  const caseId = await completeDraft(bench);
  const pictures = async () => {
    const { body } = await bench.send('GET', `/api/cases/${caseId}/order.pdf`, { as: 'doctor' });
    return (await readPdf(new Uint8Array(await new Response(body).arrayBuffer()))).pictures;
  };
  const before = await pictures();
  const { id } = await upload(createPng(64, 64));
  await show('main', id);
  expect(await pictures()).toBe(before + 1);
});

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n', 'latin1'), 415, 'not-image'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'not-image'],
  ['20,000 px wide', pngOfSize(20_000, 100), 422, 'picture-too-wide'],
  ['of 2 MiB and a byte', Buffer.alloc(limits.avatarBytes + 1), 413, 'file-too-large'],
])('a logo that is %s is refused, and nothing is kept', async (_what, bytes, status, issue) => {
  const refused = await upload(bytes);
  expect(refused.status).toBe(status);
  expect(JSON.parse(refused.text).data.issues).toMatchObject([{ path: 'file', issue }]);
  expect(await Array.fromAsync(bench.deps.vault.list('upload/'))).toEqual([]);
});

test('only an own finished upload of this kind becomes a logo', async () => {
  const avatar = await upload(createPng(64, 64), 'admin', 'avatar');
  const refusal = (issue: string) => ({ status: 400, data: { issues: [{ path: 'file', issue }] } });
  expect(await show('main', crypto.randomUUID())).toMatchObject(refusal('file-unknown'));
  expect(await show('main', avatar.id)).toMatchObject(refusal('file-kind'));
  expect(await show('main', null)).toMatchObject({ status: 400 });
  expect(await signIn()).toMatchObject({ logo: '/favicon.svg' });
});

test('only an Admin uploads and sets a logo, of an organisation within reach', async () => {
  const { id } = await upload(createPng(64, 64));
  for (const as of testPersonNames.filter(name => name !== 'admin')) {
    expect([as, (await upload(createPng(64, 64), as)).status]).toEqual([as, 403]);
    expect([as, (await show('main', id, as)).status]).toEqual([as, 403]);
  }
  const [foreign, missing] = [await show('other', id), await show('nowhere', id)];
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
});
