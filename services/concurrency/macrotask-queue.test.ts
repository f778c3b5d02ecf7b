import { expect, it } from 'vitest';
import { createMacrotaskQueue } from './macrotask-queue.ts';

it('macrotask queue starts each piece in a turn of its own, in call order', async () => {
  const seen: string[] = [];
  const next = createMacrotaskQueue();
  let done = false;
  const turn = () => {
    if (seen.at(-1) !== '|') seen.push('|');
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  const piece = async (name: string) => {
    await next();
    seen.push(name);
  };
  await Promise.all(['a', 'b', 'c'].map(piece));
  await piece('d');
  done = true;
  expect(seen.filter(text => text !== '|')).toEqual(['a', 'b', 'c', 'd']);
  expect(seen.join('')).toMatch(/a\|b\|c\|d/);
});
