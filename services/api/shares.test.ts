/** Links over HTTP: what they open, what they hold back, and when they are dead. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseStream } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { planBundle } from '#events/plan/bundle.ts';
import { shareLimits } from '#events/share/limits.ts';
import { at, play } from '#events/testing/past.ts';
import { technician } from '#events/testing/people.ts';
import { decoderReady, readGlb } from '#workers/mesh/read-glb.ts';
import { type PlanFile, tinyPlan } from '../../infra/testing/generate/plan.ts';
import { type Bench, type Name, openBench } from './testing/bench.ts';
import { newCase } from './testing/walk.ts';

const patient = '张伟';
const secret = { note: 'Zhang Wei, born 1990-05-01', author: patient };

let bench: Bench;
let dir: string;
let files: PlanFile[];
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-shares-'));
  bench = await openBench({ dataDir: dir });
  files = await tinyPlan({ upperStages: 8, lowerStages: 6, extras: secret });
});
afterAll(async () => {
  await bench.close();
  rmSync(dir, { recursive: true, force: true });
});

type Link = { id: string; path: string | null; standing: string; expiresAt: string; mayRevoke: boolean };
type Listed = { items: (Link & { opened: { times: number; last: string | null } })[]; makes: string[] };

const blobs = () => {
  if (!bench.files) throw new Error('no folder');
  return bench.files.blobs;
};

const fileOf = ({ name, mime, sha256, bytes }: PlanFile) => ({
  id: `f-${sha256.slice(0, 8)}`,
  kind: 'plan',
  slot: null,
  sha256,
  size: bytes.length,
  mime,
  name,
});

/** A case of this bench's doctor whose plan waits for review, with the bundle's bytes in the store. */
async function planned(own: readonly PlanFile[] = files): Promise<string> {
  const caseId = await newCase(bench);
  const { store, models } = bench.deps;
  const source = join(dir, 'source');
  for (const { sha256, bytes } of own) {
    writeFileSync(source, bytes);
    await blobs().keep({ orgId: 'main', sha256 }, source);
    rmSync(source);
  }
  const submitted = own.map(fileOf);
  // The boundary: a past that the decider made, written as perform writes it, with this plan's files in its place.
  const events = at[15].slice(1).map(e => ({
    ...e,
    ...(e.type === 'PlanSubmitted'
      ? {
          data: { ...e.data, upperStages: 8, lowerStages: 6, files: submitted },
          personal: { name: `${patient} 方案一`, names: {}, instructions: `${patient}：13 需要附件` },
        }
      : {}),
    v: 1,
    id: crypto.randomUUID(),
    subject: caseId,
  })) as unknown as NewEvent[];
  await store.append(caseStream(caseId), 0n, events);
  await models.reached(await store.head(), 5_000);
  return caseId;
}

const make = (caseId: string, body: object = {}, as: Name = 'doctor') =>
  bench.post<Link>(`/api/cases/${caseId}/shares`, { as, body: { for: 'patient', ...body } });
const keyOf = ({ path }: Link) => path?.split('/').at(-1) ?? '';
const linked = async (caseId: string, body: object = {}) => keyOf((await make(caseId, body)).data);
const open = (key: string, rest = '') => bench.get(`/api/shares/${key}${rest}`);
const bytesOf = async (key: string, part: string) => {
  const answer = await bench.send('GET', `/api/shares/${key}/files/${part}`);
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
};
const list = async (caseId: string, as: Name = 'doctor') =>
  (await bench.get<Listed>(`/api/cases/${caseId}/shares`, { as })).data;

describe('who makes links, and who sees them', () => {
  let caseId: string;
  beforeAll(async () => {
    caseId = await planned();
  });

  test.each<[Name, string, number]>([
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

  test('a case that is another’s answers as one that is not there, to the byte', async () => {
    for (const how of [{ as: 'other' as const }, { as: 'other' as const, body: { for: 'patient' } }]) {
      const method = how.body ? 'POST' : 'GET';
      const [foreign, missing] = await Promise.all(
        [caseId, 'ZZZZZZ'].map(id => bench.send(method, `/api/cases/${id}/shares`, how)),
      );
      expect([foreign?.status, await foreign?.text()]).toEqual([404, await missing?.text()]);
    }
  });

  test('staff see that there are some, and no address but their own', async () => {
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

  test('the example of the documents is accepted as it stands', async () => {
    const { paths } = await (await bench.send('GET', '/api/openapi.json')).json();
    const { example } = paths['/api/cases/{id}/shares'].post.requestBody.content['application/json'];
    expect((await make(caseId, example)).status).toBe(200);
  });

  test('sent again with its key it is the same link, and one more is not made', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const send = () =>
      bench.post<Link>(`/api/cases/${caseId}/shares`, { as: 'doctor', body: { for: 'patient' }, headers });
    const before = (await list(caseId)).items.length;
    const [first, second] = [await send(), await send()];
    expect(second.data.id).toBe(first.data.id);
    expect((await list(caseId)).items.length).toBe(before + 1);
  });

  test('no more than twenty are open at once, also when they are asked for together', async () => {
    const own = await planned();
    const all = await Promise.all(Array.from({ length: shareLimits.open + 3 }, () => make(own)));
    const made = all.filter(answer => answer.status === 200);
    expect(made).toHaveLength(shareLimits.open);
    await bench.del(`/api/cases/${own}/shares/${made[0]?.data.id}`, { as: 'doctor' });
    expect((await make(own)).status).toBe(200);
  });
});

describe('what a link opens', () => {
  let caseId: string;
  let key: string;
  beforeAll(async () => {
    caseId = await planned();
    key = await linked(caseId, { lang: 'zh-CN' });
  });

  test('facts of its version, with nothing that keeps, finds or tells it', async () => {
    const { status, data, headers } = await open(key);
    expect([status, data]).toEqual([
      200,
      {
        for: 'patient',
        lang: 'zh-CN',
        expiresAt: new Date(bench.clock.now() + 7 * 86_400_000).toISOString(),
        scope: { stages: true, notes: false },
        clinic: 'main',
        zone: 'Asia/Shanghai',
        plan: {
          upperStages: 8,
          lowerStages: 6,
          attachments: 1,
          instructions: null,
          details: null,
          posters: [0, 2, 4, 6, 8],
          bytes: expect.any(Number),
        },
        model: null,
      },
    ]);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Robots-Tag')).toContain('noindex');
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('its plan as the scope has it, and shapes that say nothing but shapes', async () => {
    await decoderReady;
    const json = await bytesOf(key, 'plan.json');
    const bundle = planBundle.parse(JSON.parse(Buffer.from(json.bytes).toString()));
    expect([bundle.ipr, bundle.teeth[0]?.width, bundle.teeth.length]).toEqual([[], null, 12]);
    for (const part of ['teeth', 'coarse'] as const) {
      const { bytes, headers } = await bytesOf(key, `${part}.glb`);
      expect([bytes.length, headers.get('Content-Type')]).toEqual([
        bundle.parts[part].bytes,
        'model/gltf-binary',
      ]);
      expect(readGlb(bytes).map(({ name }) => name)).toContain('13');
      expect((await bytesOf(key, `${bundle.parts[part].sha256}.glb`)).bytes).toEqual(bytes);
    }
  });

  test('five pictures of it, each of at most 30 kB, which differ and stand alike', async () => {
    const pictures = await Promise.all([0, 2, 4, 6, 8].map(stage => bytesOf(key, `poster-${stage}.webp`)));
    for (const { bytes, headers } of pictures) {
      const { format, width, height } = await sharp(bytes).metadata();
      expect([headers.get('Content-Type'), format, width, height]).toEqual(['image/webp', 'webp', 720, 480]);
      expect(bytes.length).toBeLessThanOrEqual(30_000);
    }
    expect(new Set(pictures.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(5);
  });

  test.each([
    'poster-1.webp',
    'poster-9.webp',
    'model.glb',
    'poster.webp',
    '..%2fplan.json',
    `${'0'.repeat(64)}.glb`,
  ])('%s is no part of it', async part => expect((await bytesOf(key, part)).status).toBe(404));

  test('for a colleague what is done to which tooth, as far as the stages are shown', async () => {
    const details = async (stages: boolean) =>
      (await open(await linked(caseId, { for: 'colleague', stages }))).data;
    expect(await details(true)).toMatchObject({
      plan: {
        details: {
          attachments: [{ tooth: 13, type: 'rotation', from: 1, to: 8 }],
          ipr: [{ contact: '11-21', mm: 0.2, before: 2 }],
        },
      },
    });
    expect(await details(false)).toMatchObject({ plan: { details: { attachments: [], ipr: [] } } });
  });

  test('without stages only both ends', async () => {
    const ends = await linked(caseId, { stages: false });
    const { data } = await open(ends);
    expect(data).toMatchObject({ plan: { posters: [0, 8] } });
    expect((await bytesOf(ends, 'poster-4.webp')).status).toBe(404);
    const { upperStages, attachments } = JSON.parse(
      Buffer.from((await bytesOf(ends, 'plan.json')).bytes).toString(),
    );
    expect([upperStages, attachments]).toEqual([1, []]);
  });

  test('with notes the instructions, and no name in them', async () => {
    const { data } = await open(await linked(caseId, { notes: true }));
    expect(data).toMatchObject({ plan: { instructions: '***：13 需要附件' } });
  });

  test('nowhere anything of the patient, of people, or of the case, in either language', async () => {
    const { data } = await bench.get<{ sections: { patient: object } }>(`/api/cases/${caseId}`, {
      as: 'doctor',
    });
    const { name, birthDate, phone } = Object(data.sections.patient);
    const personal = [patient, name, birthDate, phone, 'Zhang', '1990-05-01', caseId, 'p-doctor', '李明'];
    const words = personal.filter(word => typeof word === 'string' && word !== '');
    const noted = await linked(caseId, { notes: true, for: 'colleague' });
    for (const one of [key, noted])
      for (const lang of ['en', 'zh-CN'])
        for (const rest of [
          '',
          '/open',
          '/files/plan.json',
          '/files/teeth.glb',
          '/files/coarse.glb',
          '/files/poster-0.webp',
        ]) {
          const answer = await bench.send('GET', `/api/shares/${one}${rest}`, {
            headers: { 'Accept-Language': lang },
          });
          const text =
            Buffer.from(await answer.arrayBuffer()).toString() + JSON.stringify([...answer.headers]);
          expect([rest, answer.status, words.filter(word => text.includes(word))]).toEqual([rest, 200, []]);
        }
  });

  test('only its own version: a newer one is another’s', async () => {
    const own = await planned();
    const old = await linked(own);
    const { store, models } = bench.deps;
    const [last] = play(at[19], [
      technician,
      'submitPlan',
      { name: 'two', upperStages: 9, lowerStages: 9, files: ['plan-any'] },
    ]).slice(-1);
    if (last?.type !== 'PlanSubmitted') throw new Error('no plan');
    // The boundary: as above.
    const event = { ...last, v: 1, id: crypto.randomUUID(), subject: own } as unknown as NewEvent;
    await store.append(caseStream(own), 'any', [event]);
    await models.reached(await store.head(), 5_000);
    expect((await open(old)).data).toMatchObject({ plan: { upperStages: 8 } });
    expect((await open(await linked(own))).data).toMatchObject({
      plan: { upperStages: 9, posters: [], bytes: null },
    });
  });

  test('a bundle that names bytes of another record gets none of them', async () => {
    const [json, ...shapes] = files;
    if (!json) throw new Error('no plan');
    const text = Buffer.from(json.bytes)
      .toString()
      .replace(shapes[0]?.sha256 ?? '', 'ab'.repeat(32));
    const lying = { ...json, bytes: new TextEncoder().encode(text), sha256: 'cd'.repeat(32) };
    const lie = await linked(await planned([lying, ...shapes]));
    expect((await open(lie)).data).toMatchObject({ plan: { posters: [], bytes: null } });
    expect((await bytesOf(lie, `${'ab'.repeat(32)}.glb`)).status).toBe(404);
  });
});

describe('when a link is dead', () => {
  let caseId: string;
  beforeAll(async () => {
    caseId = await planned();
  });
  const everywhere = ['', '/open', '/files/plan.json', '/files/poster-0.webp'];
  const answers = (key: string) => Promise.all(everywhere.map(async rest => (await open(key, rest)).status));

  test('any key that is none answers alike, to the byte', async () => {
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

  test('at the millisecond at which it ends, not before', async () => {
    const own = await planned();
    const { data } = await make(own, { days: 1 });
    const key = keyOf(data);
    bench.clock.set(Date.parse(data.expiresAt) - 1);
    expect(await answers(key)).toEqual([200, 200, 200, 200]);
    bench.clock.advance(1);
    expect(await answers(key)).toEqual([410, 410, 410, 410]);
    const { code, data: why } = await open(key);
    expect([code, why]).toEqual([104030, { why: 'expired', clinic: 'main', lang: 'en' }]);
    bench.tokens.clear();
    const [item] = (await list(own)).items;
    expect([item?.standing, item?.path, item?.mayRevoke]).toEqual(['expired', null, false]);
  });

  test('at once where it was taken back, by whoever may, twice without harm', async () => {
    const { data } = await make(caseId);
    const path = `/api/cases/${caseId}/shares/${data.id}`;
    const elsewhere = await planned();
    const refusals: [Name, string, number][] = [
      ['expert', path, 403],
      ['admin', path, 403],
      ['other', path, 404],
      ['doctor', `/api/cases/${elsewhere}/shares/${data.id}`, 404],
      ['doctor', `/api/cases/${caseId}/shares/nothing`, 404],
    ];
    for (const [as, to, status] of refusals)
      expect([as, (await bench.del(to, { as })).status]).toEqual([as, status]);
    expect(await answers(keyOf(data))).toEqual([200, 200, 200, 200]);
    expect((await bench.del(path, { as: 'assistant' })).data).toMatchObject({
      standing: 'revoked',
      path: null,
    });
    expect(await answers(keyOf(data))).toEqual([410, 410, 410, 410]);
    expect((await bench.del(path, { as: 'doctor' })).status).toBe(200);
  });

  test('with its maker: who serves the doctor no more, or is frozen, has made nothing', async () => {
    const key = keyOf((await make(caseId, {}, 'assistant')).data);
    expect((await open(key)).status).toBe(200);
    await bench.put('/api/users/p-assistant', { as: 'admin', body: { serves: [] } });
    expect((await open(key)).data).toMatchObject({ why: 'gone' });
    await bench.put('/api/users/p-assistant', { as: 'admin', body: { serves: ['p-doctor'] } });
    expect((await open(key)).status).toBe(200);
  });

  test('with its patient: once the key is gone nothing opens', async () => {
    const own = await planned();
    const key = await linked(own);
    expect((await open(key)).status).toBe(200);
    await bench.deps.keyring.eraseSubject(own);
    await bench.deps.models.refold(own);
    expect(await answers(key)).toEqual([410, 410, 410, 410]);
  });
});

describe('openings', () => {
  test('are counted together, in no stream of the case, and outlast the server’s memory', async () => {
    const caseId = await planned();
    const head = await bench.deps.store.head();
    const { data } = await make(caseId);
    const key = keyOf(data);
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

  test('a key is in no log line and in no event', async () => {
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

test('keys that are none are held back after a while; a link that is one never is', async () => {
  const key = await linked(await planned());
  const tries = await Promise.all(Array.from({ length: 80 }, (_, i) => open(`guess-${i}`)));
  expect(tries.some(({ status }) => status === 429)).toBe(true);
  expect((await open(key)).status).toBe(200);
});

test('asking for a link again and again is held back, and hides from nobody that it was taken back', async () => {
  const caseId = await planned();
  const { data } = await make(caseId);
  const key = keyOf(data);
  const ask = () => open(key, '/open');
  const many = await Promise.all(Array.from({ length: 1_201 }, ask));
  expect(many.filter(({ status }) => status === 429)).toHaveLength(1);
  await bench.del(`/api/cases/${caseId}/shares/${data.id}`, { as: 'doctor' });
  expect((await ask()).status).toBe(410);
});
