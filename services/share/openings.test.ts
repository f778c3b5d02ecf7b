import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { createOpeningCounter } from './openings.ts';

let vault: Vault;
beforeEach(() => {
  vault = createMemoryVault();
});

/** A node's counter, with a timer that the test fires. */
function node(over: Vault = vault) {
  const ticks: (() => void)[] = [];
  const every = (_ms: number, run: () => void) => {
    ticks.push(run);
    return () => undefined;
  };
  const openings = createOpeningCounter({ vault: over, timers: { every } });
  return { ...openings, ticks };
}

describe('openings of a share link', () => {
  test('are visible at once, and written to one record', async () => {
    let writes = 0;
    const put: Vault['put'] = (...how) => {
      writes += 1;
      return vault.put(...how);
    };
    const counting: Vault = { ...vault, put };
    const one = node(counting);
    for (let i = 0; i < 1_000; i++) one.note('a', `at ${i}`);
    expect(await one.of('a')).toEqual({ times: 1_000, last: 'at 999' });
    expect(writes).toBe(0);
    await one.flush();
    await one.flush();
    expect([writes, await one.of('a')]).toEqual([1, { times: 1_000, last: 'at 999' }]);
    expect(await one.of('b')).toEqual({ times: 0, last: null });
  });

  test('of two nodes add up, also in parallel', async () => {
    const [one, two] = [node(), node()];
    one.note('a', 'first');
    two.note('a', 'second');
    two.note('a', 'third');
    await Promise.all([one.flush(), two.flush()]);
    expect(await node().of('a')).toMatchObject({ times: 3 });
  });

  test('are written by the timer', async () => {
    const one = node();
    one.note('a', 'now');
    for (const tick of one.ticks) tick();
    await one.flush();
    expect(await node().of('a')).toEqual({ times: 1, last: 'now' });
  });

  test('that could not be written are written the next time', async () => {
    let down = true;
    const put: Vault['put'] = (key, ...how) =>
      down && key.endsWith('/a') ? Promise.reject(new Error('no space')) : vault.put(key, ...how);
    const one = node({ ...vault, put });
    for (const id of ['a', 'b']) one.note(id, 'first');
    const flushed = one.flush();
    one.note('a', 'second');
    await expect(flushed).rejects.toThrow('no space');
    expect([await node().of('a'), await node().of('b')]).toMatchObject([{ times: 0 }, { times: 1 }]);
    expect(await one.of('a')).toEqual({ times: 2, last: 'second' });
    down = false;
    await one.flush();
    expect(await node().of('a')).toEqual({ times: 2, last: 'second' });
  });
});
