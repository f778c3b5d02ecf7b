import { beforeEach, describe, expect, it, vi } from 'vitest';

const origin = 'https://archline.example';
const path = '/wearView/key';

/** The network's answers to the worker, in order; an Error is no answer. */
let line: (Response | Error)[];
let kept: Map<string, Response>;
let listeners: Map<string, (event: object) => void>;

beforeEach(async () => {
  line = [];
  kept = new Map();
  listeners = new Map();
  vi.resetModules();
  vi.stubGlobal('self', {
    registration: { scope: origin + path, unregister: async () => true },
    location: { origin },
    skipWaiting: async () => undefined,
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  vi.stubGlobal('caches', {
    match: async (key: string) => kept.get(key)?.clone(),
    delete: async () => kept.clear(),
    open: async () => ({
      match: async (key: string) => kept.get(key),
      add: async (key: string) => kept.set(key, new Response('a file')),
      put: async (key: string, answer: Response) => kept.set(key, answer),
      keys: async () => [...kept.keys()].map(key => ({ url: origin + key })),
      delete: async ({ url }: Request) => kept.delete(new URL(url).pathname),
    }),
  });
  vi.stubGlobal('fetch', async () => {
    const next = line.shift();
    if (next instanceof Response) return next;
    throw next ?? new Error('asked once more than there are answers');
  });
  await import('./wear-worker.ts');
});

/** Opens the page on the phone and waits for the worker's follow-up work. */
async function opened(): Promise<string> {
  let shown: Promise<Response> | undefined;
  const after: Promise<unknown>[] = [];
  listeners.get('fetch')?.({
    request: { method: 'GET', mode: 'navigate', url: origin + path },
    respondWith: (answer: Promise<Response>) => {
      shown = answer;
    },
    waitUntil: (done: Promise<unknown>) => after.push(done),
  });
  const answer = await shown;
  await Promise.all(after);
  return answer ? answer.text() : 'nothing';
}
const page = (text: string, status = 200) => new Response(text, { status });

describe('the stored patient’s page', () => {
  it('is not used while the server answers, and is used offline', async () => {
    line.push(page('monday /assets/wear-1.js /assets/arch-2.js'), new Error('no network'));
    const now = await opened();
    expect([...kept.keys()]).toEqual(['/favicon.svg', '/assets/wear-1.js', '/assets/arch-2.js', path]);
    expect(await opened()).toBe(now);
  });

  it('replaces a server error', async () => {
    line.push(page('monday'), page('Bad Gateway', 502));
    await opened();
    expect(await opened()).toBe('monday');
  });

  it('is not needed on a slow line: without one, the worker waits for the slow answer', async () => {
    line.push(new Error('too slow'), page('monday'));
    expect(await opened()).toBe('monday');
  });

  it('is deleted with its link', async () => {
    line.push(page('monday'), page('closed', 410));
    await opened();
    expect(await opened()).toBe('closed');
    expect(kept.size).toBe(0);
  });
});
