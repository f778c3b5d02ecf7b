import { describe, expect, it } from 'vitest';
import { createFairSemaphore } from './fair-semaphore.ts';

/** Named work that the test ends, and the order in which it started. */
function bench(options: Parameters<typeof createFairSemaphore>[0]) {
  const semaphore = createFairSemaphore(options);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (by: string, name: string, signal?: AbortSignal) =>
    semaphore.run(
      by,
      () => {
        began.push(name);
        return new Promise<string>(resolve => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(resolve => setImmediate(resolve));
  };
  return { semaphore, began, ask, end };
}

describe('a fair semaphore', () => {
  it('serves people in turns, however many requests one of them has waiting', async () => {
    const { began, ask, end } = bench({ atOnce: 1, perPerson: 10 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
    void ask('b', 'b1');
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('limits one person’s running work, and runs others’ in parallel', async () => {
    const { began, ask, end } = bench({ atOnce: 2, perPersonAtOnce: 1, perPerson: 10 });
    for (const name of ['a1', 'a2']) void ask('a', name);
    void ask('b', 'b1');
    expect(began).toEqual(['a1', 'b1']);
    await end('b1');
    expect(began).toEqual(['a1', 'b1']);
    await end('a1');
    expect(began).toEqual(['a1', 'b1', 'a2']);
  });

  it('refuses more of one person with tooMany and a retry time, and accepts it later', async () => {
    const { ask, end, semaphore } = bench({ atOnce: 1, perPerson: 2 });
    void ask('a', 'a1');
    void ask('a', 'a2');
    await expect(ask('a', 'a3')).rejects.toMatchObject({ refusal: 'tooMany', data: { retryAfter: 2 } });
    for (const name of ['a1', 'a2']) await end(name);
    expect(semaphore.held('a')).toBe(0);
    void ask('a', 'a4');
    expect(semaphore.held('a')).toBe(1);
  });

  it('refuses with busy if too many wait', async () => {
    const { ask } = bench({ atOnce: 1, perPerson: 2, waitMost: 1 });
    void ask('a', 'a1');
    void ask('b', 'b1');
    await expect(ask('c', 'c1')).rejects.toMatchObject({ refusal: 'busy' });
  });

  it('forgets a request that was aborted while waiting', async () => {
    const { ask, end, began, semaphore } = bench({ atOnce: 1, perPerson: 3 });
    const given = new AbortController();
    void ask('a', 'a1');
    const waiting = ask('b', 'b1', given.signal);
    given.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await end('a1');
    expect([began, semaphore.held('b')]).toEqual([['a1'], 0]);
  });

  it('frees its slot when the work fails', async () => {
    const { semaphore } = bench({ atOnce: 1, perPerson: 1 });
    await expect(semaphore.run('a', async () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    );
    expect(await semaphore.run('a', async () => 'done')).toBe('done');
  });
});
