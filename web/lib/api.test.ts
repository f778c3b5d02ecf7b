import { describe, expect, test } from 'vitest';
import { type ApiContext, ApiError, createApi } from './api.ts';

type Answer = { status?: number; body: unknown; headers?: Record<string, string> };

/** An API client with a queue of answers. Records the requests and the callbacks. */
function world(answers: (Answer | Error)[], more: Partial<ApiContext> = {}) {
  const asked: { url: string; method: string; headers: Headers; body: unknown }[] = [];
  const told: unknown[] = [];
  const api = createApi({
    fetch: async (url, init) => {
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
      asked.push({ url, method: init.method ?? '', headers: new Headers(init.headers), body });
      const next = answers.shift();
      if (!next || next instanceof Error) throw next ?? new Error('nothing more was expected');
      return Response.json(next.body, { status: next.status ?? 200, headers: next.headers ?? {} });
    },
    token: () => 'tok',
    renewed: token => told.push(['renewed', token]),
    lang: 'zh-CN',
    hidden: () => false,
    seen: (position, command) => told.push(['seen', position, command]),
    over: code => told.push(['over', code]),
    offline: 'unreachable',
    ...more,
  });
  return { api, asked, told };
}

const ok = (data: unknown, headers = {}): Answer => ({ body: { code: 0, message: 'ok', data }, headers });
const refused = (status: number, code: number, data: unknown = null): Answer => ({
  status,
  body: { code, message: `refused ${code}`, data },
});
const refusalOf = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.catch((caught: unknown) => caught);
  if (!(error instanceof ApiError)) throw new Error('it was not refused');
  return error;
};

describe('an API call', () => {
  test('sends session, version and language, and `X-Eye` only while names are hidden', async () => {
    const open = world([ok(1)]);
    expect(await open.api.read('/api/workbench')).toBe(1);
    const [call] = open.asked;
    expect(call?.url).toBe('/api/workbench');
    expect(Object.fromEntries(call?.headers ?? [])).toMatchObject({
      authorization: 'tok',
      'x-api-version': '1',
      'accept-language': 'zh-CN',
    });
    expect(call?.headers.has('x-eye')).toBe(false);
    const shut = world([ok(1)], { hidden: () => true });
    await shut.api.read('/api/workbench');
    expect(shut.asked[0]?.headers.get('x-eye')).toBe('hidden');
  });
  test('sends the key of a command and makes later reads wait for its position', async () => {
    let reached: string | null = null;
    const { api, asked } = world([ok(null, { 'X-Position': 'log-7' }), ok([])], {
      seen: (position, command) => {
        if (command) reached = position;
      },
      reached: () => reached,
    });
    const { position } = await api.send('POST', '/cases', { body: { a: 1 }, key: 'k1', ifMatch: '"3"' });
    expect(position).toBe('log-7');
    expect(asked[0]?.headers.get('idempotency-key')).toBe('k1');
    expect(asked[0]?.headers.get('if-match')).toBe('"3"');
    expect(asked[0]?.headers.has('x-position')).toBe(false);
    await api.read('/api/cases');
    expect(asked[1]?.headers.get('x-position')).toBe('log-7');
  });
  test('marks background reads, but never a command', async () => {
    const { api, asked } = world([ok(1), ok(1)], { background: () => true });
    await api.read('/api/workbench');
    await api.send('POST', '/cases', { body: {} });
    expect(asked.map(call => call.headers.get('x-background'))).toEqual(['1', null]);
  });
  test('passes on a renewed session', async () => {
    const { api, told } = world([ok(1, { 'X-Token': 'tok2' })]);
    await api.read('/api/workbench');
    expect(told).toContainEqual(['renewed', 'tok2']);
  });
});

describe('a refused API call', () => {
  test('throws the code, the message and the field issues', async () => {
    const issues = [{ path: 'name', issue: 'no-digits' }];
    const error = await refusalOf(world([refused(400, 104000, { issues })]).api.read('/api/shop'));
    expect(error).toMatchObject({ code: 104000, http: 400, message: 'refused 104000', issues });
  });
  test.each([
    [401, 101014],
    [401, 102028],
    [401, 103016],
  ])('reports %i %i as the end of the session', async (status, code) => {
    const { api, told } = world([refused(status, code)]);
    await refusalOf(api.read('/api/shop'));
    expect(told).toEqual([['over', code]]);
  });
  test('does not report other codes as the end of the session', async () => {
    const { api, told } = world([refused(403, 102029), refused(409, 103012)]);
    await refusalOf(api.read('/api/shop'));
    await refusalOf(api.read('/api/shop'));
    expect(told).toEqual([]);
  });
  test('does not report the end of the session while signing out', async () => {
    const { api, told } = world([refused(401, 102028)]);
    const error = await refusalOf(api.send('PUT', '/login/tok', { overIsFine: true }));
    expect(error.code).toBe(102028);
    expect(told).toEqual([]);
  });
});

test('a call without an answer throws `ApiError` with http 0 and no code', async () => {
  const error = await refusalOf(world([new TypeError('network')]).api.read('/api/shop'));
  expect(error).toMatchObject({ code: null, http: 0, message: 'unreachable' });
});

test('a command sends a trace id derived from its key, the same on a retry; a read sends none', async () => {
  const { api, asked } = world([ok({}), ok({}), ok({}), ok({})]);
  const key = '0af76519-16cd-43dd-8448-eb211c80319c';
  await api.send('POST', '/x', { key });
  await api.send('POST', '/x', { key });
  await api.send('POST', '/x', { key: 'no uuid' });
  await api.read('/api/shop');
  const trace = '00-0af7651916cd43dd8448eb211c80319c-8448eb211c80319c-01';
  expect(asked.map(({ headers }) => headers.get('traceparent'))).toEqual([trace, trace, null, null]);
});
