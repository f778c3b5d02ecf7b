import { expect, test } from 'vitest';
import { createAsking, isOver, isTaken } from './asking.ts';

function world(...answers: (Response | Error)[]) {
  let now = 0;
  const asked: string[] = [];
  const asking = createAsking('/api/shares/k', {
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

test('asks the link alone, and says when nothing answers', async () => {
  const { asking, asked } = world(ok());
  expect(await asking.ask('/wear')).toEqual({ status: 200, told: null, issue: undefined });
  expect(await asking.ask('/wear/changes', { stage: 2 })).toBeUndefined();
  expect(asked).toEqual(['GET /api/shares/k/wear omit', 'POST /api/shares/k/wear/changes omit']);
});

test("takes no report for heard by another's 200", async () => {
  const { asking } = world(
    new Response('<h1>Sign in to this network</h1>'),
    ok(),
    Response.json({ data: {} }),
  );
  const taken: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const answer = await asking.ask('/wear/changes', { stage: 2 });
    taken.push([answer?.status, answer && isTaken(answer)]);
  }
  expect(taken).toEqual([
    [200, false],
    [200, false],
    [200, true],
  ]);
});

test('waits twice as long after each "not now", a minute at most, and not at all after an answer', async () => {
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

test('believes a server that says how long', async () => {
  const { asking, pass } = world(busy(30));
  await asking.ask('/wear');
  pass(29_999);
  expect(asking.mayAsk()).toBe(false);
  pass(1);
  expect(asking.mayAsk()).toBe(true);
});

test('a link is over where it says so, and not where something else does not know it', () =>
  expect([410, 404, 503, 200].filter(isOver)).toEqual([410]));
