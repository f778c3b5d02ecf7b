import { expect, test } from 'vitest';
import { createLinkApi, isLinkClosed, isReportAccepted } from './link-api.ts';

function world(...answers: (Response | Error)[]) {
  let now = 0;
  const asked: string[] = [];
  const asking = createLinkApi('/api/shares/k', {
    fetch: async (url, init) => {
      asked.push(`${init?.method ?? 'GET'} ${url} ${init?.credentials}`);
      const answer = answers.shift() ?? new Error('no network');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: () => now,
    timeout: () => new AbortController().signal,
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { asking, asked, pass };
}
const busy = (seconds?: number) =>
  new Response('{}', {
    status: 503,
    headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  });
const ok = () => Response.json({ code: 0, data: null });

test('a call goes to the link only, and reports a missing answer', async () => {
  const { asking, asked } = world(ok());
  expect(await asking.ask('/wear')).toEqual({ status: 200, told: null, issue: undefined });
  expect(await asking.ask('/wear/changes', { stage: 2 })).toBeUndefined();
  expect(asked).toEqual(['GET /api/shares/k/wear omit', 'POST /api/shares/k/wear/changes omit']);
});

test('a report does not count as taken after another server’s 200', async () => {
  const { asking } = world(
    new Response('<h1>Sign in to this network</h1>'),
    ok(),
    Response.json({ data: {} }),
  );
  const taken: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const answer = await asking.ask('/wear/changes', { stage: 2 });
    taken.push([answer?.status, answer && isReportAccepted(answer)]);
  }
  expect(taken).toEqual([
    [200, false],
    [200, false],
    [200, true],
  ]);
});

test('the delay doubles after each "not now", up to a minute, and ends after an answer', async () => {
  const { asking, pass } = world(...Array.from({ length: 6 }, () => busy()), ok());
  const waits: number[] = [];
  for (let i = 0; i < 6; i++) {
    await asking.ask('/wear');
    let waited = 0;
    while (!asking.mayAsk()) {
      pass(1_000);
      waited += 1;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  await asking.ask('/wear');
  expect(asking.mayAsk()).toBe(true);
});

test('the delay follows the server’s Retry-After', async () => {
  const { asking, pass } = world(busy(30));
  await asking.ask('/wear');
  pass(29_999);
  expect(asking.mayAsk()).toBe(false);
  pass(1);
  expect(asking.mayAsk()).toBe(true);
});

test('a link counts as closed after 410, not after 404', () =>
  expect([410, 404, 503, 200].filter(isLinkClosed)).toEqual([410]));
