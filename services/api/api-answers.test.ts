import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import { toWirePosition } from '#events/wire.ts';
import { signedRoute } from './route.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
let caseId: string;
beforeAll(async () => {
  bench = await openTestServer();
  caseId = await createCase(bench);
});
afterAll(() => bench.close());

describe('an API answer', () => {
  test('is {code, message, data} with security headers', async () => {
    const { text, headers } = await bench.get('/api/sysUser', { as: 'doctor' });
    expect(Object.keys(JSON.parse(text))).toEqual(['code', 'message', 'data']);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Api-Version')).toBe('1');
    expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{12}$/);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test.each([
    [{}, '(en)', 'This medical record number does not exist'],
    [{ 'Accept-Language': 'zh-CN,zh;q=0.9,en;q=0.8' }, 'Accept-Language', '该病例号不存在'],
    [{ 'Accept-Language': 'fr, zh;q=0.5, en;q=0.4' }, 'by weight', '该病例号不存在'],
    [
      { Cookie: 'lang=en', 'Accept-Language': 'zh-CN' },
      'the cookie first',
      'This medical record number does not exist',
    ],
    [{ Cookie: 'lang=zh-CN' }, 'the cookie', '该病例号不存在'],
    [
      { Cookie: 'lang=../../etc', 'Accept-Language': '*;q=x' },
      'neither',
      'This medical record number does not exist',
    ],
  ])('for %o is in the language %s', async (headers, _by, message) => {
    const said = await bench.get('/api/cases/ZZZZZZ', { as: 'doctor', headers });
    expect(said.message).toBe(message);
  });

  test('names an invalid field in the person’s language', async () => {
    const headers = { 'Accept-Language': 'zh-CN' };
    const { data } = await bench.put<{ issues: { message: string }[] }>(`/api/cases/${caseId}/patient`, {
      as: 'doctor',
      body: { birthDate: '2026-02-31' },
      headers,
    });
    expect(data.issues[0]?.message).toMatch(/\p{Script=Han}/u);
  });

  test('for an unknown path is a refusal too', async () => {
    for (const path of ['/api/nothing', '/resource/nothing', '/api'])
      expect(await bench.get(path, { as: 'doctor' })).toMatchObject({ status: 404, code: 104001 });
  });

  test('for an unexpected error reveals nothing, and logs it with the request’s id', async () => {
    const broken = await openTestServer({
      wrap: store => ({
        ...store,
        append: async (stream, expected, events) => {
          if (stream.startsWith('case-')) throw new Error('the disk of 张伟 is on fire');
          return store.append(stream, expected, events);
        },
      }),
    });
    const answer = await broken.post('/api/cases', { as: 'doctor', body: {} });
    expect(answer).toMatchObject({ status: 500, code: 104014, data: null });
    expect(answer.text).not.toContain('fire');
    expect(broken.lines.join('')).toContain(answer.headers.get('X-Request-Id') ?? 'none');
    await broken.close();
  });
});

describe('the API version', () => {
  test.each([
    [{}, 200],
    [{ 'X-Api-Version': '1' }, 200],
    [{ 'X-Api-Version': '2' }, 400],
    [{ 'X-Api-Version': 'one' }, 400],
  ])('%o is answered with %i', async (headers, status) => {
    const answer = await bench.get('/api/sysUser', { as: 'doctor', headers });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer).toMatchObject({ code: 104002, data: { served: '1' } });
  });
});

describe('a request body', () => {
  const put = (how: object) => bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', ...how });
  const issues = (answer: { data: unknown }) => answer.data;

  test.each([
    ['no JSON', { body: '{"name":' }, [{ path: '', issue: 'not-json' }]],
    ['a list', { body: '[]' }, [{ path: '', issue: 'wrong-type' }]],
    ['a word', { body: '"x"' }, [{ path: '', issue: 'wrong-type' }]],
    ['__proto__', { body: '{"__proto__":{"name":"x"}}' }, [{ path: '__proto__', issue: 'unknown-field' }]],
    [
      '__proto__, escaped',
      { body: '{"\\u005f_proto__":1}' },
      [{ path: '__proto__', issue: 'unknown-field' }],
    ],
    [
      '__proto__, deeper',
      { body: '{"name":{"__proto__":1}}' },
      [{ path: 'name.__proto__', issue: 'unknown-field' }],
    ],
    ['__proto__ of a form', { form: '__proto__=1' }, [{ path: '__proto__', issue: 'unknown-field' }]],
    ['an unknown field', { body: { nick: 1 } }, [{ path: 'nick', issue: 'unknown-field' }]],
    ['an unknown field of a form', { form: 'nick=1' }, [{ path: 'nick', issue: 'unknown-field' }]],
    ['a wrong type', { body: { name: 3 } }, [{ path: 'name', issue: 'wrong-type' }]],
    ['a key twice', { form: 'name=A&name=B' }, [{ path: 'name', issue: 'repeated-key' }]],
    ['a name with digits', { form: 'name=Li+3' }, [{ path: 'name', issue: 'name-letters' }]],
  ])('with %s is refused by its field', async (_what, how, wrong) => {
    const answer = await put(how);
    expect([answer.status, answer.code]).toEqual([400, 104000]);
    expect(issues(answer)).toMatchObject({ issues: wrong });
  });

  test('that is not UTF-8 is refused', async () => {
    const response = await bench.app.request(`/api/cases/${caseId}/patient`, {
      method: 'PUT',
      headers: { Authorization: await bench.tokenOf('doctor'), 'Content-Type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  test('of 2 MB is too large, with or without Content-Length', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) });
    expect(await put({ body: big })).toMatchObject({ status: 413, code: 104003 });
    const response = await bench.app.request(`/api/cases/${caseId}/patient`, {
      method: 'PUT',
      headers: { Authorization: await bench.tokenOf('doctor'), 'Content-Type': 'application/json' },
      body: new Blob([big]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', ''])(
    'of %s is refused',
    async type => {
      const answer = await put({ body: '{"name":"A"}', headers: { 'Content-Type': type } });
      expect(answer).toMatchObject({ status: 415, code: 104004 });
    },
  );

  test('of a form carries numbers and lists as JSON text, and text', async () => {
    const form = { name: '张伟', gender: '1', outsideCaseNumber: '20260001' };
    expect((await put({ form })).status).toBe(200);
    const { data } = await bench.get(`/api/cases/${caseId}/patient`, { as: 'doctor' });
    expect(data).toMatchObject({ value: { name: '张伟', gender: 1, outsideCaseNumber: '20260001' } });
  });

  test('with a charset is still JSON', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    expect((await put({ body: '{"name":"张伟"}', headers })).status).toBe(200);
  });
});

describe('the eye', () => {
  const name = async (headers: Record<string, string>) => {
    const { data } = await bench.get<{ items: { patientName: string }[] }>('/api/cases?sort=-updatedAt', {
      as: 'doctor',
      headers,
    });
    return data.items[0]?.patientName;
  };

  test('masks names by header or cookie; the header wins', async () => {
    await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '张伟' } });
    expect(await name({})).toBe('张伟');
    expect(await name({ 'X-Eye': 'hidden' })).toBe('张**');
    expect(await name({ Cookie: 'eyeHidden=1' })).toBe('张**');
    expect(await name({ Cookie: 'eyeHidden=1', 'X-Eye': 'open' })).toBe('张伟');
  });

  test('sets its cookie; opening it is recorded, closing it is not', async () => {
    const set = (hidden: boolean) => bench.post('/api/eye', { as: 'doctor2', body: { hidden } });
    const recorded = () => Array.fromAsync(bench.deps.store.read('access-p-doctor2'));
    expect((await set(true)).headers.get('set-cookie')).toContain('eyeHidden=1');
    expect(await recorded()).toEqual([]);
    expect((await set(false)).headers.get('set-cookie')).toContain('eyeHidden=0');
    expect(await recorded()).toMatchObject([{ type: 'EyeOpened', by: 'p-doctor2' }]);
  });
});

describe('a requested position', () => {
  const read = (position: string) =>
    bench.get('/api/workbench', { as: 'doctor', headers: { 'X-Position': position } });

  test('of the log is awaited before answering', async () => {
    const done = await bench.send('POST', '/api/cases', { as: 'doctor', body: {} });
    const { data } = await done.json();
    const headers = { 'X-Position': done.headers.get('X-Position') ?? '' };
    expect((await bench.get(`/api/cases/${data.caseId}`, { as: 'doctor', headers })).status).toBe(200);
  });

  test('beyond the head, of another log, or malformed is refused', async () => {
    const { logId } = bench.deps.models;
    const head = await bench.deps.store.head();
    for (const position of [
      toWirePosition(logId, head + 1n),
      toWirePosition('00000000', 1n),
      'x',
      '',
      `${logId}-1-1`,
    ])
      expect(await read(position)).toMatchObject({ status: 400, code: 104009 });
    expect((await read(toWirePosition(logId, head))).status).toBe(200);
  });

  test.each(['/api/cases?size=50', '/api/messages', '/api/workbench'])(
    'that the read models have reached needs no access to the log: %s',
    async path => {
      const { models, store } = bench.deps;
      const head = await store.head();
      await models.reached(head, 10_000);
      const unheard = () => new Promise<never>(() => undefined);
      const away = { ...bench.deps, store: { ...store, head: unheard, find: unheard, append: unheard } };
      const { createApp } = await import('./app.ts');
      const headers = {
        Authorization: await bench.tokenOf('doctor'),
        'X-Position': toWirePosition(models.logId, head),
      };
      expect((await createApp(away).app.request(path, { headers })).status).toBe(200);
    },
  );

  test('that the read models do not reach in time is answered 503', async () => {
    const { models } = bench.deps;
    const head = await bench.deps.store.head();
    const slow = { ...bench.deps, models: { ...models, position: () => START, reached: async () => false } };
    const { createApp } = await import('./app.ts');
    const headers = {
      Authorization: await bench.tokenOf('doctor'),
      'X-Position': toWirePosition(models.logId, head),
    };
    const response = await createApp(slow).app.request('/api/workbench', { headers });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 104008 });
    expect((await createApp(slow).app.request('/readyz')).status).toBe(503);
  });

  test('is part of every read’s answer', async () => {
    for (const path of [
      '/api/workbench',
      '/api/cases',
      '/api/messages',
      `/api/cases/${caseId}`,
      '/api/sysUser',
    ])
      expect((await bench.get(path, { as: 'doctor' })).headers.get('X-Position')).toMatch(/^\w{8}-\d+$/);
  });
});

test('every route has a rule, and only public ones answer without a session', async () => {
  for (const route of bench.routes) {
    const path = route.path.replaceAll(/:(\w+)/g, 'x');
    const { status } = await bench.send(route.method.toUpperCase(), path);
    const open = route.rule === 'public';
    const tokenCall = route.path === '/api/login/:token';
    if (!open || tokenCall) expect([route.path, status]).toEqual([route.path, 401]);
    else expect([route.path, status !== 401]).toEqual([route.path, true]);
  }
});

test('every route refuses positions that its rule does not name', async () => {
  for (const route of bench.routes) {
    if (typeof route.rule === 'string') continue;
    for (const as of ['doctor', 'technician', 'analyst', 'admin', 'supervisor'] as const) {
      const { position } = (await bench.deps.people.current()).people.get(`p-${as}`) ?? {
        position: 'Doctor',
      };
      if (route.rule.includes(position)) continue;
      const { status } = await bench.send(route.method.toUpperCase(), route.path.replaceAll(/:(\w+)/g, 'x'), {
        as,
        body: route.method === 'get' ? undefined : {},
      });
      expect([route.path, as, status]).toEqual([route.path, as, 403]);
    }
  }
});

test('a route without a rule does not compile', () => {
  const described = { method: 'get', path: '/x', tag: 'x', summary: 'x' } as const;
  const handle = () => new Response();
  // @ts-expect-error: no rule
  expect(signedRoute({ ...described, handle }).rule).toBeUndefined();
  // @ts-expect-error: a position that there is not
  expect(signedRoute({ ...described, rule: ['Surgeon'], handle }).rule).toEqual(['Surgeon']);
});
