import { expect, test } from 'vitest';
import { createWeightedSemaphore } from './weighted-semaphore.ts';

test('heavy work waits for room in its turn, and later work waits behind it', async () => {
  const gate = createWeightedSemaphore(10, 3_600_000);
  const inside: string[] = [];
  const begun: string[] = [];
  const work = (name: string) => {
    const end = Promise.withResolvers<void>();
    const run = async () => {
      begun.push(name);
      inside.push(name);
      await end.promise;
      inside.splice(inside.indexOf(name), 1);
    };
    return { run, end: end.resolve };
  };
  const [a, b, heavy, c] = [work('a'), work('b'), work('heavy'), work('c')];
  const all = [gate(1, a.run), gate(1, b.run), gate(9, heavy.run), gate(1, c.run)];
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  a.end();
  await all[0];
  expect(begun).toEqual(['a', 'b', 'heavy']);
  b.end();
  await all[1];
  expect(begun).toEqual(['a', 'b', 'heavy', 'c']);
  heavy.end();
  c.end();
  await Promise.all(all);
  expect(inside).toEqual([]);
});

test('work that waits too long is refused with logDown and delays nobody', async () => {
  const gate = createWeightedSemaphore(2, 1);
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const inside = gate(2, () => held);
  await expect(gate(1, async () => 'in')).rejects.toMatchObject({ refusal: 'logDown' });
  end();
  await inside;
  expect(await gate(5, async () => 'in')).toBe('in');
});
