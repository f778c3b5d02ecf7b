import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Status } from '#events/case/status.ts';
import { createDocx, createZip } from '../../infra/testing/generate/archive.ts';
import { createPng, createSvg, pngOfSize, tiffWithPages } from '../../infra/testing/generate/image.ts';
import { createTinyPlan } from '../../infra/testing/generate/plan.ts';
import { binaryStl, createWavyTube, stlWithWrongCount } from '../../infra/testing/generate/stl.ts';
import { contentChecks } from './checks/kinds.ts';
import { sweepUploads, unattachedLifetimeMs } from './sweep.ts';
import {
  createCaseWithFacts,
  createTusClient,
  openUploadWorld,
  statusAndIssueOf,
  type UploadWorld,
} from './testing.ts';
import { createUploadRecords } from './upload-record.ts';
import { createUploadLookup } from './uploads.ts';

const caseId = 'C2K7QM';
const upper = { caseId, kind: 'stl', slot: 'upper', filename: '张伟-upper.stl' };
const photo = { caseId, kind: 'photo', slot: 'face-smile' };

let world: UploadWorld;
beforeEach(() => {
  world = openUploadWorld();
  world.cases.set(caseId, createCaseWithFacts({ status: Status.ClinicalInfoIncomplete }));
});
afterEach(() => {
  vi.restoreAllMocks();
  world.close();
});

/** All stored files. */
const onDisk = () =>
  ['uploads', 'files/archline'].flatMap(dir => {
    const path = join(world.dir, dir);
    return existsSync(path) ? readdirSync(path) : [];
  });
const recordCount = async () => {
  let count = 0;
  for await (const _ of createUploadRecords(world.vault).all()) count++;
  return count;
};

describe('a file of a draft', () => {
  it('attaches itself to its slot when its last byte has arrived', async () => {
    const bytes = binaryStl();
    const { response, id } = await createTusClient(world.open().app).send(upper, bytes);
    expect(response.status).toBe(204);
    expect(response.headers.get('upload-offset')).toBe(String(bytes.length));
    expect(response.headers.get('x-position')).toMatch(/-1$/);
    const [file] = world.cases.get(caseId)?.files ?? [];
    expect(file).toMatchObject({
      id,
      kind: 'stl',
      slot: 'upper',
      size: bytes.length,
      mime: 'model/stl',
      name: upper.filename,
    });
    expect(onDisk()).toEqual([file?.sha256]);
  });
  it('replaces the slot’s previous file; equal bytes are stored once', async () => {
    const c = createTusClient(world.open().app);
    await c.send(photo, createPng());
    const { id } = await c.send(photo, createPng());
    expect(world.cases.get(caseId)?.files.map(f => f.id)).toEqual([id]);
    expect(onDisk()).toHaveLength(1);
  });
  it('arrives in pieces, across a dropped connection and a restart', async () => {
    const bytes = binaryStl(createWavyTube(5000));
    const first = createTusClient(world.open().app);
    const url = (await first.begin(upper, bytes.length)).headers.get('location') ?? '';
    expect(
      (await first.patch(url, 0, Uint8Array.from(bytes.subarray(0, 1000)))).headers.get('upload-offset'),
    ).toBe('1000');
    const breaking = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (this.sent) controller.error(new Error('the connection dropped'));
        else controller.enqueue(Uint8Array.from(bytes.subarray(1000, 3000)));
        this.sent = true;
      },
      sent: false,
    } as UnderlyingDefaultSource<Uint8Array> & { sent: boolean });
    expect(await statusAndIssueOf(await first.patch(url, 1000, breaking))).toBe('409 103004');

    const second = createTusClient(world.open().app);
    const head = await second.head(url);
    expect(head.headers.get('upload-offset')).toBe('3000');
    expect(head.headers.get('upload-length')).toBe(String(bytes.length));
    expect((await second.patch(url, 3000, Uint8Array.from(bytes.subarray(3000)))).status).toBe(204);
    expect(world.cases.get(caseId)?.files).toHaveLength(1);
  });
  it('is finished by the next call if the server crashed after its last byte', async () => {
    const bytes = binaryStl();
    const c = createTusClient(world.open().app);
    const url = (await c.begin(upper, bytes.length)).headers.get('location') ?? '';
    const partial = join(world.dir, 'uploads', url.slice(url.lastIndexOf('/') + 1));
    const { writeFileSync } = await import('node:fs');
    writeFileSync(partial, bytes);
    expect((await createTusClient(world.open().app).head(url)).headers.get('upload-offset')).toBe(
      String(bytes.length),
    );
    expect(world.cases.get(caseId)?.files).toHaveLength(1);
    expect((await createTusClient(world.open().app).head(url)).status).toBe(200);
    expect(world.cases.get(caseId)?.files).toHaveLength(1);
  });
});

describe('a file that is refused after its last byte', () => {
  it.each([
    ['a picture in a model slot', upper, createPng(), '415 103005 not-stl'],
    ['a model with a wrong triangle count', upper, stlWithWrongCount(9), '422 104005 stl-length'],
    ['a model as a photo', photo, binaryStl(), '415 103005 not-image'],
    ['half a photo', photo, createPng().subarray(0, 60), '422 103002 image-broken'],
    ['a photo of 60 megapixels', photo, pngOfSize(10_000, 6000), '422 103002 too-many-pixels'],
    ['a TIFF bomb', photo, tiffWithPages([{ tile: [65_520, 65_520] }]), '422 103002 image-broken'],
    ['an SVG as photo', photo, createSvg(), '415 103005 not-image'],
    ['a Word file as archive', { caseId, kind: 'archive' }, createDocx(), '415 103005 office-file'],
  ])('%s: leaves nothing behind', async (_what, metadata, bytes, expected) => {
    const { response, id } = await createTusClient(world.open().app).send(metadata, bytes);
    expect(await statusAndIssueOf(response)).toBe(expected);
    expect(onDisk()).toEqual([]);
    expect(await recordCount()).toBe(0);
    expect(await statusAndIssueOf(await createTusClient(world.open().app).head(`/api/uploads/${id}`))).toBe(
      '404',
    );
    expect(world.cases.get(caseId)?.files).toEqual([]);
  });
  it('leaves nothing behind and is not checked again if its check crashes', async () => {
    const write = vi.fn(() => {
      throw new RangeError('Maximum call stack size exceeded');
    });
    vi.spyOn(contentChecks, 'photo').mockReturnValue({ write, end: () => ({ mime: 'image/png' }) });
    const { response, id } = await createTusClient(world.open().app).send(photo, createPng());
    expect(await statusAndIssueOf(response)).toBe('422 104005 unreadable');
    expect(onDisk()).toEqual([]);
    expect(await recordCount()).toBe(0);
    expect(await statusAndIssueOf(await createTusClient(world.open().app).head(`/api/uploads/${id}`))).toBe(
      '404',
    );
    expect(write).toHaveBeenCalledTimes(1);
  });
  it('leaves bytes that another file of the organisation has', async () => {
    const c = createTusClient(world.open().app);
    await c.send(photo, createPng());
    const begun = await c.begin({ ...photo, slot: 'face-frontal' }, createPng().length);
    world.cases.set(caseId, createCaseWithFacts({ ...world.cases.get(caseId), status: Status.ToAccept }));
    const last = await c.patch(begun.headers.get('location') ?? '', 0, Uint8Array.from(createPng()));
    expect(await statusAndIssueOf(last)).toBe('409 103012');
    expect(onDisk()).toHaveLength(1);
    expect(await recordCount()).toBe(1);
  });
});

describe('before the first byte, uploads refuse', () => {
  const MiB = 1024 * 1024;
  it.each([
    ['a model of 200 MiB', upper, 209_715_200, '201'],
    ['one byte too many', upper, 209_715_201, '413 104003 file-too-large'],
    ['a photo of 20 MiB and a byte', photo, 20 * MiB + 1, '413 104003 file-too-large'],
    [
      'an avatar of 2 MiB and a byte',
      { purpose: 'avatar', kind: 'avatar' },
      2 * MiB + 1,
      '413 104003 file-too-large',
    ],
    [
      'a chat file of 30 MiB and a byte',
      { purpose: 'chat', kind: 'chat' },
      30 * MiB + 1,
      '413 104003 file-too-large',
    ],
    ['nothing', upper, 0, '422 104005 empty-file'],
    ['no case', { kind: 'stl', slot: 'upper' }, 9, '400 104000 required'],
    ['an empty case id', { ...upper, caseId: '' }, 9, '400 101008'],
    ['an unknown case', { ...upper, caseId: 'ZZZZZZ' }, 9, '404 103001'],
    ['an unknown kind', { ...upper, kind: 'film' }, 9, '400 104000 not-a-choice'],
    ['an unknown field', { ...upper, owner: 'me' }, 9, '400 104000 unknown-field'],
    ['a name of 300 characters', { ...upper, filename: 'n'.repeat(300) }, 9, '400 104000 too-long'],
    ['a name with ../', { ...upper, filename: '../upper.stl' }, 9, '400 104000 file-name-path'],
    ['no slot', { caseId, kind: 'stl' }, 9, '400 104000 required'],
    ['the slot of another kind', { ...upper, slot: 'face-smile' }, 9, '400 104000 file-slot'],
    ['a plan in a draft', { caseId, kind: 'plan' }, 9, '403 102029'],
    ['an avatar for a case', { caseId, kind: 'avatar' }, 9, '403 102029'],
    ['a picture of an article, by a doctor', { purpose: 'article', kind: 'article' }, 9, '403 102029'],
    ['a purpose of another kind', { purpose: 'chat', kind: 'avatar' }, 9, '400 104000 kind-other-purpose'],
  ])('%s', async (_what, metadata, size, expected) => {
    expect(
      await statusAndIssueOf(
        await createTusClient(world.open().app).begin(metadata as Record<string, string>, size),
      ),
    ).toBe(expected);
    if (expected !== '201') expect(onDisk()).toEqual([]);
  });
  it('a file without a slot if the case holds fifty; one with a slot is accepted', async () => {
    const files = Array.from({ length: 50 }, (_, n) => ({
      id: `f${n}`,
      kind: 'archive' as const,
      slot: null,
      sha256: '0',
      size: 1,
      mime: 'application/zip',
      name: 'scan.zip',
      by: 'p-doctor',
      at: '',
    }));
    world.cases.set(caseId, createCaseWithFacts({ status: Status.ToSubmit, files }));
    const c = createTusClient(world.open().app);
    for (const kind of ['archive', 'other'])
      expect(await statusAndIssueOf(await c.begin({ caseId, kind }, 9))).toBe('400 104000 file-limit');
    expect((await c.begin(upper, 9)).status).toBe(201);
  });
  it('metadata that is not base64, or has a key twice', async () => {
    const c = createTusClient(world.open().app);
    const post = (metadata: string) =>
      c.call('POST', '/api/uploads', { 'upload-length': '9', 'upload-metadata': metadata });
    for (const metadata of ['kind !!', 'kind c3Rs,kind c3Rs', 'kind /w==', 'kind c3Rs extra'])
      expect(await statusAndIssueOf(await post(metadata))).toBe('400 104000 metadata-format');
  });
  it('an invalid length', async () => {
    const c = createTusClient(world.open().app);
    for (const [length, issue] of Object.entries({
      '-1': 'wrong-type',
      '1e3': 'wrong-type',
      ' ': 'wrong-type',
    }))
      expect(
        await statusAndIssueOf(await c.call('POST', '/api/uploads', { 'upload-length': length })),
      ).toContain(issue);
    expect(await statusAndIssueOf(await c.call('POST', '/api/uploads', { 'upload-defer-length': '1' }))).toBe(
      '400 104000 required',
    );
  });
});

describe('the tus protocol', () => {
  it('announces its version and extensions', async () => {
    const { app } = world.open();
    const options = await app.request('/api/uploads', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('tus-version')]).toEqual([204, '1.0.0']);
    expect((await app.request('/api/uploads', { method: 'POST' })).status).toBe(412);
  });
  it('refuses a wrong or repeated offset, and states the correct one', async () => {
    const c = createTusClient(world.open().app);
    const bytes = Uint8Array.from(binaryStl());
    const url = (await c.begin(upper, bytes.length)).headers.get('location') ?? '';
    await c.patch(url, 0, bytes.subarray(0, 100));
    for (const offset of [0, 99, 101, 284]) {
      const answer = await c.patch(url, offset, bytes.subarray(offset));
      expect(await answer.json()).toMatchObject({ code: 104015, data: { offset: 100 } });
    }
    expect((await c.patch(url, 100, bytes.subarray(100))).status).toBe(204);
    expect((await c.patch(url, 100, bytes.subarray(100))).status).toBe(409);
  });
  it('accepts no more than was announced', async () => {
    const c = createTusClient(world.open().app);
    const url = (await c.begin(upper, 284)).headers.get('location') ?? '';
    expect(await statusAndIssueOf(await c.patch(url, 0, new Uint8Array(285)))).toBe(
      '413 104003 file-too-large',
    );
    expect((await c.head(url)).headers.get('upload-offset')).toBe('0');
  });
  it('accepts only its own media type', async () => {
    const c = createTusClient(world.open().app);
    const url = (await c.begin(upper, 284)).headers.get('location') ?? '';
    const answer = await c.call(
      'PATCH',
      url,
      { 'upload-offset': '0', 'content-type': 'application/json' },
      '{}',
    );
    expect(await statusAndIssueOf(answer)).toBe('415 104004 not-a-choice');
  });
  it('replaces a hanging body by the next one', async () => {
    const c = createTusClient(world.open().app);
    const bytes = Uint8Array.from(binaryStl());
    const url = (await c.begin(upper, bytes.length)).headers.get('location') ?? '';
    let started: () => void = () => {};
    const under = new Promise<void>(resolve => {
      started = resolve;
    });
    const hanging = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(bytes.subarray(0, 50)),
      pull: () => {
        started();
        return new Promise<void>(() => {});
      },
    });
    const first = c.patch(url, 0, hanging);
    await under;
    const offset = Number((await c.head(url)).headers.get('upload-offset'));
    expect(await statusAndIssueOf(await first)).toBe('409 103004');
    expect((await c.patch(url, offset, bytes.subarray(offset))).status).toBe(204);
  });
  it('cancels an unfinished upload, and no finished one', async () => {
    const c = createTusClient(world.open().app);
    const url = (await c.begin(upper, 284)).headers.get('location') ?? '';
    expect((await c.call('DELETE', url)).status).toBe(204);
    expect(onDisk()).toEqual([]);
    const { id } = await c.send(upper, binaryStl());
    expect(await statusAndIssueOf(await c.call('DELETE', `/api/uploads/${id}`))).toBe('409 103012');
  });
  it('lets only its owner continue an upload; others get the answer for a missing one', async () => {
    const { app } = world.open();
    const url = (await createTusClient(app).begin(upper, 284)).headers.get('location') ?? '';
    for (const who of ['assistant', 'admin', 'other'] as const) {
      const theirs = await createTusClient(app, who).patch(url, 0, new Uint8Array(9));
      const missing = await createTusClient(app, who).patch(
        `${url.slice(0, -12)}000000000000`,
        0,
        new Uint8Array(9),
      );
      expect(await theirs.text()).toBe(await missing.text());
      expect(theirs.status).toBe(404);
      expect((await createTusClient(app, who).head(url)).status).toBe(404);
      expect((await createTusClient(app, who).call('DELETE', url)).status).toBe(404);
    }
  });
});

describe('a hundred unfinished uploads', () => {
  const chat = { purpose: 'chat', kind: 'chat' };
  const begun = async (c: ReturnType<typeof createTusClient>, n: number) =>
    Promise.all(Array.from({ length: n }, async () => statusAndIssueOf(await c.begin(chat, 9))));
  const refused = '400 104000 upload-limit';

  it('are the limit of one person, in parallel or in sequence, before or after a restart', async () => {
    const c = createTusClient(world.open().app);
    const answers = await begun(c, 103);
    expect(answers.filter(answer => answer === '201')).toHaveLength(100);
    expect(answers.filter(answer => answer === refused)).toHaveLength(3);
    expect([onDisk().length, await recordCount()]).toEqual([100, 100]);
    expect(await begun(createTusClient(world.open().app), 1)).toEqual([refused]);
    expect(await begun(createTusClient(world.open().app, 'doctor2'), 1)).toEqual(['201']);
  });
  it('free their room when one is finished, cancelled or abandoned', async () => {
    const c = createTusClient(world.open().app);
    const url = (await c.begin(upper, binaryStl().length)).headers.get('location') ?? '';
    const other = (await c.begin(chat, 9)).headers.get('location') ?? '';
    await begun(c, 98);
    expect(await begun(c, 1)).toEqual([refused]);
    await c.patch(url, 0, Uint8Array.from(binaryStl()));
    await c.call('DELETE', other);
    expect(await begun(c, 3)).toEqual(['201', '201', refused]);
    world.clock.advance(86_400_001);
    expect(await begun(c, 1)).toEqual(['201']);
    expect(await recordCount()).toBe(2);
  });
});

describe('a file for an action', () => {
  it('waits as a finished upload for the action that names it', async () => {
    world.cases.set(
      caseId,
      createCaseWithFacts({ status: Status.PlanUnderDesign, assigneeId: 'p-technician' }),
    );
    const plan = Buffer.from(JSON.stringify({ upperStages: 12, lowerStages: 9 }));
    const { response, id } = await createTusClient(world.open().app, 'technician').send(
      { caseId, kind: 'plan', filename: 'plan.json' },
      plan,
    );
    expect(response.status).toBe(204);
    expect(world.cases.get(caseId)?.files).toEqual([]);
    const lookup = createUploadLookup(world.vault);
    expect((await lookup(caseId, [id])).get(id)).toMatchObject({
      id,
      kind: 'plan',
      name: 'plan.json',
      stages: { upper: 12, lower: 9 },
    });
    expect((await lookup('ZZZZZZ', [id])).size).toBe(0);
    expect((await lookup(caseId, ['none'])).size).toBe(0);
  });
  it('states which shapes its plan names, and their size', async () => {
    world.cases.set(
      caseId,
      createCaseWithFacts({ status: Status.PlanUnderDesign, assigneeId: 'p-technician' }),
    );
    const [json, ...shapes] = await createTinyPlan({ upperStages: 2, lowerStages: 1 });
    const { id } = await createTusClient(world.open().app, 'technician').send(
      { caseId, kind: 'plan' },
      json?.bytes ?? new Uint8Array(),
    );
    const upload = (await createUploadLookup(world.vault)(caseId, [id])).get(id);
    expect(upload).toMatchObject({
      shapes: shapes.map(({ sha256 }) => sha256),
      shapeBytes: shapes.map(({ bytes }) => bytes.length),
    });
  });
});

describe('a file’s name, which may contain a patient’s name', () => {
  const lying = async () => JSON.stringify(await Array.fromAsync(world.vault.list('')));
  it('is in the vault until an event holds it', async () => {
    const c = createTusClient(world.open().app);
    const begun = await c.begin(upper, binaryStl().length);
    expect(await lying()).toContain('张伟');
    await c.patch(begun.headers.get('location') ?? '', 0, Uint8Array.from(binaryStl()));
    expect(world.cases.get(caseId)?.files).toMatchObject([{ name: upper.filename }]);
    expect(await lying()).not.toContain('张伟');
  });
  it('is removed by the next sweep from older records; that of an article stays', async () => {
    const { uploads, deps, app } = world.open();
    await createTusClient(app).send(upper, binaryStl());
    const [record] = await Array.fromAsync(createUploadRecords(world.vault).all());
    if (!record) throw new Error('the upload is not there');
    const old = { ...record, finished: JSON.parse(JSON.stringify(record.finished)), name: '张伟-upper.stl' };
    await world.vault.put(`upload/${record.id}`, old);
    await world.vault.put('upload/of-an-article', {
      ...old,
      id: 'of-an-article',
      kind: 'download',
      name: '手册.pdf',
    });
    expect(await sweepUploads({ ...deps, store: world.store, uploads, isSaid: () => false })).toBe(0);
    expect(await lying()).not.toContain('张伟');
    expect(await lying()).toContain('手册');
  });
});

describe('the sweep', () => {
  const sweep = (said: readonly string[] = []) => {
    const { uploads, deps } = world.open();
    return sweepUploads({ ...deps, store: world.store, uploads, isSaid: id => said.includes(id) });
  };
  it('deletes uploads that were unattached for seven days, and nothing else', async () => {
    const c = createTusClient(world.open().app);
    await c.send(upper, binaryStl());
    await c.begin({ ...upper, slot: 'lower' }, 284);
    world.cases.set(
      caseId,
      createCaseWithFacts({ status: Status.InfoRequested, files: world.cases.get(caseId)?.files }),
    );
    const unused = await c.send({ caseId, kind: 'archive' }, createZip());
    expect([unused.response.status, await recordCount(), onDisk().length]).toEqual([204, 3, 3]);
    world.clock.advance(unattachedLifetimeMs);
    expect(await sweep()).toBe(0);
    world.clock.advance(1);
    expect(await sweep()).toBe(2);
    expect([await recordCount(), onDisk().length]).toEqual([1, 1]);
  });
  it('keeps files that the log names, even if the case no longer holds them', async () => {
    world.cases.set(caseId, createCaseWithFacts({ status: Status.InfoRequested }));
    const { id } = await createTusClient(world.open().app).send(upper, binaryStl());
    const file = (await createUploadLookup(world.vault)(caseId, [id])).get(id);
    if (!file) throw new Error('the upload is not there');
    const { name: _name, ...facts } = file;
    const event = {
      type: 'InfoAnswered',
      data: { to: Status.CaseProcessing, files: [facts] },
      id: 'e',
      at: '',
      by: 'p-doctor',
    };
    await world.store.append(`case-${caseId}`, 'any', [event]);
    world.clock.advance(unattachedLifetimeMs + 1);
    expect(await sweep()).toBe(0);
    expect(onDisk()).toHaveLength(1);
  });
  it('keeps files sent in a conversation, even if a crash prevented their mark', async () => {
    const { id } = await createTusClient(world.open().app).send(
      { purpose: 'chat', kind: 'chat' },
      createZip(),
    );
    world.clock.advance(unattachedLifetimeMs + 1);
    expect(await sweep([id])).toBe(0);
    expect((await createUploadRecords(world.vault).get(id))?.record.kept).toBe(true);
  });
});
