import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { toWirePosition } from '#events/wire.ts';
import type { CaseView } from '#projections/case/view.ts';
import { completeDraft, createCase, performAction } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

describe('a draft', () => {
  test('is created by a doctor, at status 0, with an id of six unambiguous characters', async () => {
    const { status, data, headers } = await bench.post('/api/cases', { as: 'doctor', body: {} });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: Status.ClinicalInfoIncomplete,
      caseId: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{6}$/),
    });
    expect(headers.get('X-Position')).toMatch(/^\w{8}-\d+$/);
  });

  test('is created by an assistant for the one doctor served', async () => {
    const { data } = await bench.post<{ caseId: string }>('/api/cases', { as: 'assistant', body: {} });
    const view = await bench.get(`/api/cases/${data.caseId}`, { as: 'doctor' });
    expect(view.data).toMatchObject({ facts: { ownerId: 'p-doctor' }, createdBy: { id: 'p-assistant' } });
  });

  test('is refused by its field for a doctor whom the assistant does not serve', async () => {
    const { status, data } = await bench.post('/api/cases', {
      as: 'assistant',
      body: { doctorId: 'p-doctor2' },
    });
    expect(status).toBe(400);
    expect(data).toMatchObject({ issues: [{ path: 'doctorId', issue: 'doctor-unknown' }] });
  });

  test.each(['technician', 'expert', 'vendor', 'admin', 'analyst'] as const)(
    'cannot be created by a %s',
    async as => {
      expect(await bench.post('/api/cases', { as, body: {} })).toMatchObject({ status: 403, code: 102029 });
    },
  );

  test('moves from 0 to 9 as it is filled, and to 10 when it is submitted', async () => {
    const caseId = await completeDraft(bench);
    const view = await bench.get(`/api/cases/${caseId}`, { as: 'doctor' });
    expect(view.data).toMatchObject({
      header: { status: Status.ToSubmit, patientName: '张伟' },
      missing: [],
    });
    expect((await performAction(bench, 'doctor', caseId, 'submitCase')).data.status).toBe(Status.ToAccept);
  });

  test('stores no invalid value, and names the invalid field', async () => {
    const caseId = await createCase(bench);
    const { status, code, data } = await bench.put(`/api/cases/${caseId}/patient`, {
      as: 'doctor',
      body: { name: 'Li 3', birthDate: '2026-02-31', nick: 'x' },
    });
    expect([status, code]).toEqual([400, 104000]);
    expect(data).toMatchObject({
      issues: [
        { path: 'name', issue: 'name-letters' },
        { path: 'birthDate', issue: 'date-invalid' },
        { path: 'nick', issue: 'unknown-field' },
      ],
    });
    expect((await bench.get(`/api/cases/${caseId}/patient`, { as: 'doctor' })).data).toMatchObject({
      value: {},
    });
  });

  test('accepts a section as a form with nested values as JSON text', async () => {
    const caseId = await createCase(bench);
    const form = { flags: '[92,96]', bite: 'taken', complaint: '1 crowded tooth' };
    expect((await bench.put(`/api/cases/${caseId}/diagnosis`, { as: 'doctor', form })).status).toBe(200);
    const { data } = await bench.get(`/api/cases/${caseId}/diagnosis`, { as: 'doctor' });
    expect(data).toMatchObject({ value: { flags: [92, 96], bite: 'taken', complaint: '1 crowded tooth' } });
  });

  test('answers like an unknown case after its deletion', async () => {
    const caseId = await createCase(bench);
    await performAction(bench, 'doctor', caseId, 'deleteDraft');
    const gone = await bench.get(`/api/cases/${caseId}`, { as: 'doctor' });
    const never = await bench.get('/api/cases/ZZZZZZ', { as: 'doctor' });
    expect(gone.text).toBe(never.text);
    expect(never).toMatchObject({ status: 404, code: 103001 });
  });
});

describe('an invisible case answers byte for byte like an unknown one', () => {
  test.each([
    ['GET', ''],
    ['GET', '/history'],
    ['GET', '/lineage'],
    ['GET', '/patient'],
    ['GET', '/files'],
    ['GET', '/plans'],
    ['GET', '?asOf=2026-11-20T08:00:00Z'],
    ['PUT', '/patient'],
    ['POST', '/actions/submitCase'],
    ['POST', '/actions/acceptCase'],
    ['POST', '/actions/edit'],
    ['POST', '/actions/nothing'],
    ['DELETE', '/files/f-1'],
    ['PUT', '/files/f-1'],
  ])('%s /api/cases/{id}%s', async (method, rest) => {
    const caseId = await createCase(bench);
    const answers = await Promise.all(
      [caseId, 'ZZZZZZ'].map(async id => {
        const how = { as: 'other' as const, ...(method === 'GET' ? {} : { body: { nonsense: true } }) };
        const response = await bench.send(method, `/api/cases/${id}${rest}`, how);
        const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
        return { status: response.status, headers, text: await response.text() };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(404);
  });
});

describe('refusals have a fixed order', () => {
  test('401 before 404 before 403 before 409 before 400', async () => {
    const caseId = await completeDraft(bench);
    await performAction(bench, 'doctor', caseId, 'submitCase');
    const path = `/api/cases/${caseId}/actions/confirmDoctor`;
    const bad = { body: '{"result":' };
    expect(await bench.post(path, bad)).toMatchObject({ status: 401, code: 101014 });
    expect(await bench.post(path, { as: 'doctor2', ...bad })).toMatchObject({ status: 404, code: 103001 });
    expect(await bench.post(path, { as: 'supervisor', ...bad })).toMatchObject({ status: 403, code: 102029 });
    expect(await bench.post(path, { as: 'doctor', ...bad })).toMatchObject({ status: 409, code: 103012 });
    const denied = await bench.post(`/api/cases/${caseId}/actions/deniedCase`, { as: 'supervisor', ...bad });
    expect(denied).toMatchObject({ status: 400, code: 104000 });
    expect((await bench.get(`/api/cases/${caseId}`, { as: 'doctor' })).data).toMatchObject({
      header: { status: Status.ToAccept },
    });
  });

  test('refuses actions of the system, and answers 404 for unknown ones', async () => {
    const caseId = await completeDraft(bench);
    await performAction(bench, 'doctor', caseId, 'submitCase');
    expect(await performAction(bench, 'doctor', caseId, 'modelsPrepared')).toMatchObject({
      status: 403,
      code: 102029,
    });
    expect(await performAction(bench, 'doctor', caseId, 'edit')).toMatchObject({ status: 404, code: 104001 });
    expect(await performAction(bench, 'doctor', caseId, 'constructor')).toMatchObject({
      status: 404,
      code: 104001,
    });
  });

  test('has its own code for an empty case id', async () => {
    for (const path of ['/api/cases/', '/api/cases//history', '/api/cases/%20', '/api/cases/%20/patient'])
      expect(await bench.get(path, { as: 'doctor' })).toMatchObject({ status: 400, code: 101008 });
    expect(await bench.get('/api/cases/')).toMatchObject({ status: 401 });
  });
});

describe('submitting', () => {
  test('without a diagnosis is refused with 102026', async () => {
    const caseId = await completeDraft(bench);
    await performAction(bench, 'doctor', caseId, 'submitCase');
    await performAction(bench, 'supervisor', caseId, 'deniedCase', { note: 'The bite record is missing.' });
    await bench.put(`/api/cases/${caseId}/diagnosis`, { as: 'doctor', body: {} });
    expect(await performAction(bench, 'doctor', caseId, 'submitCase')).toMatchObject({
      status: 409,
      code: 102026,
    });
  });

  test('of an incomplete case names the missing fields', async () => {
    const caseId = await completeDraft(bench);
    await performAction(bench, 'doctor', caseId, 'submitCase');
    await performAction(bench, 'supervisor', caseId, 'deniedCase', { note: 'The markers are missing.' });
    await bench.put(`/api/cases/${caseId}/markers`, { as: 'doctor', body: {} });
    const refused = await performAction(bench, 'doctor', caseId, 'submitCase');
    expect(refused).toMatchObject({ status: 400, code: 104011 });
    expect(refused.data).toMatchObject({ issues: [{ path: 'markers.confirmed', issue: 'required' }] });
  });
});

describe('submitting contradicting answers', () => {
  const marked = (caseId: string, markers: object) =>
    bench.put(`/api/cases/${caseId}/markers`, { as: 'doctor', body: { ...markers, confirmed: true } });

  test('is refused with rule and field; a warning can be overruled with a reason', async () => {
    const caseId = await completeDraft(bench);
    await marked(caseId, { reserveSpace: [12] });
    const refused = await performAction(bench, 'doctor', caseId, 'submitCase');
    expect(refused).toMatchObject({ status: 400, code: 104016 });
    expect(refused.data).toMatchObject({
      issues: [
        {
          path: 'markers.reserveSpace',
          issue: 'contradiction',
          values: { rule: 'spaceWhereTooth', level: 'warning' },
        },
      ],
    });
    const overruled = [{ rule: 'spaceWhereTooth', about: '{"teeth":[12]}', reason: '过小牙，后期修复' }];
    const body = { ...sampleAlignerOrder.data, overruled };
    await bench.put(`/api/cases/${caseId}/data`, { as: 'assistant', body });
    expect((await performAction(bench, 'doctor', caseId, 'submitCase')).data.status).toBe(Status.ToAccept);
    const { data } = await bench.get(`/api/cases/${caseId}`, { as: 'supervisor' });
    expect(data).toMatchObject({ sections: { data: { overruled } } });
  });

  test('is refused for an error, which cannot be overruled', async () => {
    const caseId = await completeDraft(bench);
    await marked(caseId, { extract: [14] });
    const overruled = [{ rule: 'extractionMarked', about: '{"teeth":[14]}', reason: 'Please' }];
    const saved = await bench.put(`/api/cases/${caseId}/data`, { as: 'doctor', body: { overruled } });
    expect(saved).toMatchObject({ status: 400, code: 104000 });
    expect(saved.data).toMatchObject({ issues: [{ path: 'overruled.0.rule', issue: 'not-overrulable' }] });
    expect(await performAction(bench, 'doctor', caseId, 'submitCase')).toMatchObject({
      status: 400,
      code: 104016,
    });
  });
});

describe('two people at once', () => {
  test('a section that somebody has saved meanwhile answers with both values', async () => {
    const caseId = await createCase(bench);
    const path = `/api/cases/${caseId}/patient`;
    await bench.put(path, { as: 'doctor', body: { name: '张伟' } });
    const etag = (await bench.get(path, { as: 'doctor' })).headers.get('ETag') ?? '';
    await bench.put(path, { as: 'assistant', body: { name: '张伟', clinic: 'Central' } });
    const late = await bench.put(path, {
      as: 'doctor',
      body: { name: '张小伟' },
      headers: { 'If-Match': etag },
    });
    expect(late).toMatchObject({ status: 409, code: 104010 });
    expect(late.data).toMatchObject({
      yours: { name: '张小伟' },
      theirs: { name: '张伟', clinic: 'Central' },
      savedBy: 'p-assistant',
    });
    const again = { 'If-Match': String(late.data.etag) };
    expect((await bench.put(path, { as: 'doctor', body: { name: '张小伟' }, headers: again })).status).toBe(
      200,
    );
  });

  test('the case’s ETag works too, and a save of another section is no conflict', async () => {
    const caseId = await createCase(bench);
    const etag = (await bench.get(`/api/cases/${caseId}`, { as: 'doctor' })).headers.get('ETag') ?? '';
    await bench.put(`/api/cases/${caseId}/diagnosis`, { as: 'assistant', body: { bite: 'taken' } });
    const how = { as: 'doctor' as const, body: { name: '张伟' }, headers: { 'If-Match': etag } };
    expect((await bench.put(`/api/cases/${caseId}/patient`, how)).status).toBe(200);
    expect((await bench.put(`/api/cases/${caseId}/patient`, { ...how, body: {} })).status).toBe(409);
  });

  test('a submit based on a case that an assistant has changed is refused (104017)', async () => {
    const caseId = await completeDraft(bench);
    const seen = await bench.get<CaseView>(`/api/cases/${caseId}`, { as: 'doctor' });
    const { revision, sections } = seen.data;
    const body = { ...sections.patient, remarks: '复诊' };
    await bench.put(`/api/cases/${caseId}/patient`, { as: 'assistant', body });
    expect(await performAction(bench, 'doctor', caseId, 'submitCase', { revision })).toMatchObject({
      status: 409,
      code: 104017,
      data: { issues: [{ path: 'patient', issue: 'stale' }] },
    });
  });

  test('of two people who accept a case, one succeeds and the other is refused', async () => {
    const caseId = await completeDraft(bench);
    await performAction(bench, 'doctor', caseId, 'submitCase');
    const both = await Promise.all([
      performAction(bench, 'supervisor', caseId, 'acceptCase'),
      performAction(bench, 'service', caseId, 'acceptCase'),
    ]);
    expect(both.map(a => a.status).sort()).toEqual([200, 409]);
  });
});

describe('an unchanged case', () => {
  test('is answered with 304', async () => {
    const caseId = await createCase(bench);
    const etag = (await bench.get(`/api/cases/${caseId}`, { as: 'doctor' })).headers.get('ETag') ?? '';
    const how = { as: 'doctor' as const, headers: { 'If-None-Match': etag } };
    expect((await bench.get(`/api/cases/${caseId}`, how)).status).toBe(304);
    await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '张伟' } });
    expect((await bench.get(`/api/cases/${caseId}`, how)).status).toBe(200);
  });
});

describe('the past of a case', () => {
  test('is shown as of a position and as of a time', async () => {
    const caseId = await createCase(bench);
    bench.clock.advance(60_000);
    const first = await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '张伟' } });
    const at = new Date(bench.clock.now()).toISOString();
    bench.clock.advance(60_000);
    await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '王芳' } });
    for (const asOf of [first.headers.get('X-Position') ?? '', at]) {
      const then = await bench.get(`/api/cases/${caseId}?asOf=${asOf}`, { as: 'doctor' });
      expect(then.data).toMatchObject({ sections: { patient: { name: '张伟' } } });
    }
    const before = await bench.get(`/api/cases/${caseId}?asOf=2020-01-01T00:00:00Z`, { as: 'doctor' });
    expect(before).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'asOf', issue: 'before-first' }] },
    });
    const unborn = `/api/cases/${caseId}?asOf=${toWirePosition(bench.deps.models.logId, 1n)}`;
    expect((await bench.get(unborn, { as: 'doctor' })).status).toBe(404);
    expect((await bench.get(`/api/cases/${caseId}?asOf=then`, { as: 'doctor' })).status).toBe(400);
  });

  test('is listed event by event', async () => {
    const caseId = await createCase(bench);
    await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '张伟' } });
    const { data } = await bench.get<{ items: unknown[] }>(`/api/cases/${caseId}/history`, { as: 'doctor' });
    expect(data.items).toMatchObject([{ type: 'CaseCreated' }, { type: 'SectionSaved' }]);
  });
});
