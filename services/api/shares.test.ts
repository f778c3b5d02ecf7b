/** Share links over HTTP: who creates them, when they end, and how often they are opened. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareLimits } from '#events/share/limits.ts';
import { openShareTestServer, type ShareLink, type ShareTestServer, shareKeyOf } from './testing/shares.ts';
import type { TestPersonName } from './testing/test-server.ts';

let close: ShareTestServer['close'];
let bench: ShareTestServer['bench'];
let planned: ShareTestServer['planned'];
let make: ShareTestServer['make'];
let linked: ShareTestServer['linked'];
let open: ShareTestServer['open'];
let bytesOf: ShareTestServer['bytesOf'];
let list: ShareTestServer['list'];
beforeAll(async () => {
  ({ close, bench, planned, make, linked, open, bytesOf, list } = await openShareTestServer());
});
afterAll(() => close());

describe('who creates and sees share links', () => {
  let caseId: string;
  beforeAll(async () => {
    caseId = await planned();
  });

  test.each<[TestPersonName, string, number]>([
    ['doctor', 'patient', 200],
    ['assistant', 'model', 400],
    ['assistant', 'patient', 200],
    ['technician', 'colleague', 200],
    ['technician', 'patient', 403],
    ['expert', 'colleague', 200],
    ['expert', 'model', 403],
    ['service', 'patient', 403],
    ['admin', 'colleague', 403],
    ['vendor', 'colleague', 404],
    ['analyst', 'colleague', 403],
    ['technician2', 'colleague', 404],
    ['doctor2', 'patient', 404],
    ['other', 'patient', 404],
  ])('%s, for a %s: %i', async (as, audience, status) => {
    expect((await make(caseId, { for: audience }, as)).status).toBe(status);
  });

  test('another person’s case answers like an unknown one, to the byte', async () => {
    for (const how of [{ as: 'other' as const }, { as: 'other' as const, body: { for: 'patient' } }]) {
      const method = how.body ? 'POST' : 'GET';
      const [foreign, missing] = await Promise.all(
        [caseId, 'ZZZZZZ'].map(id => bench.send(method, `/api/cases/${id}/shares`, how)),
      );
      expect([foreign?.status, await foreign?.text()]).toEqual([404, await missing?.text()]);
    }
  });

  test('staff see that links exist, and no addresses but their own', async () => {
    const seen = await list(caseId, 'expert');
    expect(seen.items.length).toBeGreaterThan(2);
    expect(seen.items.filter(item => item.path !== null)).toHaveLength(1);
    expect((await list(caseId, 'admin')).items.some(item => item.path !== null)).toBe(false);
    expect((await list(caseId)).items.every(item => item.path !== null)).toBe(true);
    expect((await bench.get(`/api/cases/${caseId}/shares`, { as: 'analyst' })).status).toBe(403);
  });

  test('nobody without a session', async () => {
    expect((await bench.get(`/api/cases/${caseId}/shares`)).status).toBe(401);
    expect((await bench.post(`/api/cases/${caseId}/shares`, { body: { for: 'patient' } })).status).toBe(401);
  });

  test('the documented example is accepted unchanged', async () => {
    const { paths } = await (await bench.send('GET', '/api/openapi.json')).json();
    const { example } = paths['/api/cases/{id}/shares'].post.requestBody.content['application/json'];
    expect((await make(caseId, example)).status).toBe(200);
  });

  test('a repetition with its key returns the same link and creates no other', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const send = () =>
      bench.post<ShareLink>(`/api/cases/${caseId}/shares`, {
        as: 'doctor',
        body: { for: 'patient' },
        headers,
      });
    const before = (await list(caseId)).items.length;
    const [first, second] = [await send(), await send()];
    expect(second.data.id).toBe(first.data.id);
    expect((await list(caseId)).items.length).toBe(before + 1);
  });

  test('at most twenty are open at once, also for parallel requests', async () => {
    const own = await planned();
    const all = await Promise.all(Array.from({ length: shareLimits.open + 3 }, () => make(own)));
    const made = all.filter(answer => answer.status === 200);
    expect(made).toHaveLength(shareLimits.open);
    await bench.del(`/api/cases/${own}/shares/${made[0]?.data.id}`, { as: 'doctor' });
    expect((await make(own)).status).toBe(200);
  });
});

describe('the end of a share link', () => {
  let caseId: string;
  beforeAll(async () => {
    caseId = await planned();
  });
  const everywhere = ['', '/open', '/files/plan.json', '/files/poster-0.webp'];
  const answers = (key: string) => Promise.all(everywhere.map(async rest => (await open(key, rest)).status));

  test('every unknown key answers alike, to the byte', async () => {
    const known = await linked(caseId);
    const last = known.endsWith('A') ? 'E' : 'A';
    const strangers = [known.slice(0, -1) + last, 'x', caseId, '%00', `${known}=`, 'A'.repeat(43), '张伟'];
    const all = await Promise.all(
      strangers.map(key => bench.send('GET', `/api/shares/${encodeURIComponent(key)}`)),
    );
    const texts = new Set(await Promise.all(all.map(answer => answer.text())));
    const headers = all.map(answer =>
      JSON.stringify([...answer.headers].filter(([name]) => name !== 'x-request-id')),
    );
    expect([texts.size, new Set(headers).size, all.map(answer => answer.status)]).toEqual([
      1,
      1,
      all.map(() => 404),
    ]);
  });

  test('comes at the exact millisecond of its expiry', async () => {
    const own = await planned();
    const { data } = await make(own, { days: 1 });
    const key = shareKeyOf(data);
    bench.clock.set(Date.parse(data.expiresAt) - 1);
    expect(await answers(key)).toEqual([200, 200, 200, 200]);
    bench.clock.advance(1);
    expect(await answers(key)).toEqual([410, 410, 410, 410]);
    const { code, data: why } = await open(key);
    expect([code, why]).toEqual([104030, { why: 'expired', clinic: 'Riverside Dental', lang: 'en' }]);
    bench.tokens.clear();
    const [item] = (await list(own)).items;
    expect([item?.standing, item?.path, item?.mayRevoke]).toEqual(['expired', null, false]);
  });

  test('comes at once when anybody with the right revokes it; revoking twice is harmless', async () => {
    const { data } = await make(caseId);
    const path = `/api/cases/${caseId}/shares/${data.id}`;
    const elsewhere = await planned();
    const refusals: [TestPersonName, string, number][] = [
      ['expert', path, 403],
      ['analyst', path, 403],
      ['other', path, 404],
      ['doctor', `/api/cases/${elsewhere}/shares/${data.id}`, 404],
      ['doctor', `/api/cases/${caseId}/shares/nothing`, 404],
    ];
    for (const [as, to, status] of refusals)
      expect([as, (await bench.del(to, { as })).status]).toEqual([as, status]);
    expect(await answers(shareKeyOf(data))).toEqual([200, 200, 200, 200]);
    expect((await bench.del(path, { as: 'assistant' })).data).toMatchObject({
      standing: 'revoked',
      path: null,
    });
    expect(await answers(shareKeyOf(data))).toEqual([410, 410, 410, 410]);
    expect((await open(shareKeyOf(data))).data).toEqual({ why: 'revoked', clinic: '', lang: 'en' });
    expect((await bench.del(path, { as: 'doctor' })).status).toBe(200);
  });

  test('can be caused by an Admin, who sees no address: for a leaked link', async () => {
    const { data } = await make(caseId);
    const item = (await list(caseId, 'admin')).items.find(({ id }) => id === data.id);
    expect(item).toMatchObject({ standing: 'open', mayRevoke: true, path: null });
    const path = `/api/cases/${caseId}/shares/${data.id}`;
    expect((await bench.del(path, { as: 'admin' })).data).toMatchObject({ standing: 'revoked', path: null });
    expect(await answers(shareKeyOf(data))).toEqual([410, 410, 410, 410]);
  });

  test('comes with its maker, who no longer serves the doctor or is frozen', async () => {
    const key = shareKeyOf((await make(caseId, {}, 'assistant')).data);
    expect((await open(key)).status).toBe(200);
    await bench.put('/api/users/p-assistant', { as: 'admin', body: { serves: [] } });
    expect((await open(key)).data).toMatchObject({ why: 'gone' });
    await bench.put('/api/users/p-assistant', { as: 'admin', body: { serves: ['p-doctor'] } });
    expect((await open(key)).status).toBe(200);
    await bench.post('/api/users/p-assistant/freeze', { as: 'admin', body: {} });
    expect((await open(key)).data).toMatchObject({ why: 'gone' });
    await bench.post('/api/users/p-assistant/unfreeze', { as: 'admin', body: {} });
    expect((await open(key)).status).toBe(200);
  });

  test('comes with its patient’s erasure', async () => {
    const own = await planned();
    const key = await linked(own);
    expect((await open(key)).status).toBe(200);
    await bench.deps.keyring.eraseSubject(own);
    await bench.deps.models.refold(own);
    expect(await answers(key)).toEqual([410, 410, 410, 410]);
  });
});

describe('openings of a share link', () => {
  test('are counted together, in no stream of the case, and survive a restart', async () => {
    const caseId = await planned();
    const head = await bench.deps.store.head();
    const { data } = await make(caseId);
    const key = shareKeyOf(data);
    for (let i = 0; i < 3; i++) await open(key);
    await open(key, '/open');
    await bytesOf(key, 'plan.json');
    const at = new Date(bench.clock.now()).toISOString();
    expect((await list(caseId)).items[0]?.opened).toEqual({ times: 3, last: at });
    const kept = [];
    for await (const record of bench.deps.vault.list('share-opened/')) kept.push(record.key);
    expect(kept).not.toContain(`share-opened/${data.id}`);
    expect(await bench.deps.store.head()).toBe(head + 1n);
  });

  test('leave the key in no log line and no event', async () => {
    const caseId = await planned();
    const key = await linked(caseId);
    await open(key);
    await bytesOf(key, 'plan.json');
    const events: string[] = [];
    for await (const event of bench.deps.store.readAll())
      events.push(
        JSON.stringify(event, (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
      );
    expect(bench.lines.some(line => line.includes(key))).toBe(false);
    expect(events.some(text => text.includes(key))).toBe(false);
  });
});

test('with unknown keys are limited after a while; with a known one never', async () => {
  const key = await linked(await planned());
  const tries = await Promise.all(Array.from({ length: 80 }, (_, i) => open(`guess-${i}`)));
  expect(tries.some(({ status }) => status === 429)).toBe(true);
  expect((await open(key)).status).toBe(200);
});

test('that are too frequent are limited, but still report a revoked link', async () => {
  const caseId = await planned();
  const { data } = await make(caseId);
  const key = shareKeyOf(data);
  const ask = () => open(key, '/open');
  const many = await Promise.all(Array.from({ length: 1_201 }, ask));
  expect(many.filter(({ status }) => status === 429)).toHaveLength(1);
  await bench.del(`/api/cases/${caseId}/shares/${data.id}`, { as: 'doctor' });
  expect((await ask()).status).toBe(410);
});
