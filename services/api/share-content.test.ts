/** Content of a share link over HTTP: its version within its scope, and no personal data. */

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import { pastAt, playSteps } from '#events/testing/past.ts';
import { doctor, technician } from '#events/testing/people.ts';
import { decoderReady, readGlb } from '#workers/mesh/read-glb.ts';
import { openShareTestServer, type ShareTestServer, sharedPatientName } from './testing/shares.ts';

let close: ShareTestServer['close'];
let bench: ShareTestServer['bench'];
let files: ShareTestServer['files'];
let planned: ShareTestServer['planned'];
let linked: ShareTestServer['linked'];
let open: ShareTestServer['open'];
let bytesOf: ShareTestServer['bytesOf'];
beforeAll(async () => {
  ({ close, bench, files, planned, linked, open, bytesOf } = await openShareTestServer());
});
afterAll(() => close());

describe('a share link opens', () => {
  let caseId: string;
  let key: string;
  beforeAll(async () => {
    caseId = await planned();
    key = await linked(caseId, { lang: 'zh-CN' });
  });

  test('no file for a HEAD request, because nobody would close it', async () => {
    const { bytes } = await bytesOf(key, 'teeth.glb');
    const read = vi.spyOn(bench.files?.blobs ?? expect.fail('no folder'), 'read');
    const { status, headers } = await bench.send('HEAD', `/api/shares/${key}/files/teeth.glb`);
    expect([status, headers.get('content-length'), read.mock.calls.length]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
    read.mockRestore();
  });

  test('facts of its version, with headers against caching, indexing and referrers', async () => {
    const { status, data, headers } = await open(key);
    expect([status, data]).toEqual([
      200,
      {
        for: 'patient',
        lang: 'zh-CN',
        expiresAt: new Date(bench.clock.now() + 7 * 86_400_000).toISOString(),
        scope: { stages: true, notes: false },
        clinic: 'Riverside Dental',
        phone: null,
        zone: 'Asia/Shanghai',
        plan: {
          doubt: 'proposal',
          upperStages: 8,
          lowerStages: 6,
          attachments: 1,
          instructions: null,
          details: null,
          posters: [0, 2, 4, 6, 8],
          bytes: expect.any(Number),
        },
        model: null,
        wear: null,
      },
    ]);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Robots-Tag')).toContain('noindex');
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('its plan within the scope, and shapes without any other data', async () => {
    await decoderReady;
    const json = await bytesOf(key, 'plan.json');
    const bundle = planBundleSchema.parse(JSON.parse(Buffer.from(json.bytes).toString()));
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

  test('as many bytes as its facts announce, over the network', async () => {
    const sizes = await Promise.all(
      ['plan.json', 'teeth.glb', 'coarse.glb'].map(async part => {
        const headers = { 'Accept-Encoding': 'br' };
        const answer = await bench.send('GET', `/api/shares/${key}/files/${part}`, { headers });
        return (await answer.arrayBuffer()).byteLength;
      }),
    );
    const { data } = await open(key);
    expect(data).toMatchObject({ plan: { bytes: sizes.reduce((sum, size) => sum + size, 0) } });
  });

  test('five pictures of at most 30 kB, all different, in the same pose', async () => {
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
  ])('no part %s', async part => expect((await bytesOf(key, part)).status).toBe(404));

  test('the treatment of each tooth for a colleague, up to the shown stages', async () => {
    const details = async (stages: boolean) =>
      (await open(await linked(caseId, { for: 'colleague', stages }))).data;
    const two = { start: 'II', goal: 'II' };
    expect(await details(true)).toMatchObject({
      plan: {
        details: {
          list: 'plans',
          version: 1,
          bundle: 'sha-plan-24-20',
          angles: { canine: { right: two, left: two }, molar: { right: null, left: null } },
          bolton: [
            { kind: 'anterior', ratio: expect.any(Number) },
            { kind: 'overall', ratio: null },
          ],
          occlusion: expect.arrayContaining([
            {
              measure: 'overjet',
              missing: [],
              ends: { start: expect.any(Number), goal: expect.any(Number) },
            },
          ]),
          attachments: [{ tooth: 13, type: 'rotation', from: 1, to: 8 }],
          ipr: [{ contact: '11-21', mm: 0.2, before: 2 }],
        },
      },
    });
    expect(await details(false)).toMatchObject({ plan: { details: { attachments: [], ipr: [] } } });
  });

  test('only start and goal without stages', async () => {
    const ends = await linked(caseId, { stages: false });
    const { data } = await open(ends);
    expect(data).toMatchObject({ plan: { posters: [0, 8] } });
    expect((await bytesOf(ends, 'poster-4.webp')).status).toBe(404);
    const { upperStages, attachments } = JSON.parse(
      Buffer.from((await bytesOf(ends, 'plan.json')).bytes).toString(),
    );
    expect([upperStages, attachments]).toEqual([1, []]);
  });

  test('the instructions with notes, without names in them', async () => {
    const { data } = await open(await linked(caseId, { notes: true, for: 'colleague' }));
    expect(data).toMatchObject({ plan: { instructions: '***：13 需要附件' } });
  });

  test('nothing of the patient, of people, or of the case, in either language', async () => {
    const { data } = await bench.get<{ sections: { patient: object } }>(`/api/cases/${caseId}`, {
      as: 'doctor',
    });
    const { name, birthDate, phone } = Object(data.sections.patient);
    const personal = [
      sharedPatientName,
      name,
      birthDate,
      phone,
      'Zhang',
      '1990-05-01',
      caseId,
      'p-doctor',
      '李明',
    ];
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

  test.each([
    ['as the case names it', '静安齐美口腔', '静安齐美口腔'],
    ['not by a field that holds the patient’s name', `${sharedPatientName}的诊所`, 'main'],
    ['the organisation’s name, if the case names no clinic', undefined, 'main'],
  ])('the clinic’s name: %s', async (_, clinic, shown) => {
    const own = await planned();
    const { store, models } = bench.deps;
    const [last] = pastAt[Status.ToSubmit]
      .filter(e => e.type === 'SectionSaved' && e.data.section === 'patient')
      .slice(-1);
    const personal = { value: { patient: { name: sharedPatientName, clinic } } };
    if (!last) throw new Error('no patient');
    const event = { ...last, personal, id: crypto.randomUUID(), subject: own };
    await store.append(caseStreamOf(own), 'any', [event]);
    await models.reached(await store.head(), 120_000);
    expect((await open(await linked(own))).data).toMatchObject({ clinic: shown });
  });

  test('only its own version: a newer one needs another link', async () => {
    const own = await planned();
    const old = await linked(own);
    const { store, models } = bench.deps;
    const [last] = playSteps(pastAt[Status.ExpertRejected], [
      technician,
      'submitPlan',
      { name: 'two', upperStages: 9, lowerStages: 9, files: ['plan-any'] },
    ]).slice(-1);
    if (last?.type !== 'PlanSubmitted') throw new Error('no plan');
    const event = { ...last, id: crypto.randomUUID(), subject: own };
    await store.append(caseStreamOf(own), 'any', [event]);
    await models.reached(await store.head(), 120_000);
    expect((await open(old)).data).toMatchObject({ plan: { upperStages: 8, doubt: 'newer' } });
    expect((await open(await linked(own))).data).toMatchObject({
      plan: { upperStages: 9, posters: [], bytes: null, doubt: 'proposal' },
    });
  });

  test.each([
    { result: 'approved', doubt: null },
    { result: 'refused', note: '33 号牙需要附件', doubt: 'changing' },
  ])(
    'the doctor’s decision as of now, if it was made before the decision: $result',
    async ({ doubt, ...review }) => {
      const own = await planned();
      const before = await linked(own);
      const { store, models } = bench.deps;
      const [last] = playSteps(pastAt[Status.PlanAwaitingDoctor], [doctor, 'confirmDoctor', review]).slice(
        -1,
      );
      if (!last) throw new Error('no review');
      const event = { ...last, id: crypto.randomUUID(), subject: own };
      await store.append(caseStreamOf(own), 'any', [event]);
      await models.reached(await store.head(), 120_000);
      expect((await open(before)).data).toMatchObject({ plan: { doubt } });
    },
  );

  test('none of another record’s bytes, even if a bundle names them', async () => {
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
