import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReadAheadGate } from './read-ahead.ts';

test('read-ahead pauses at its maximum and continues at its minimum', async () => {
  const readAhead = createReadAheadGate({ most: 10, least: 4 });
  const log: string[] = [];
  const sending = (async () => {
    for (const size of [4, 5, 6, 1]) {
      await readAhead.room();
      readAhead.sent(size);
      log.push(`sent ${size}`);
    }
  })();
  const take = async () => {
    readAhead.taken();
    log.push('taken');
    await turn();
  };
  await turn();
  expect(log).toEqual(['sent 4', 'sent 5', 'sent 6']);
  await take();
  await take();
  expect(log.slice(3)).toEqual(['taken', 'taken']);
  await take();
  await sending;
  expect(log.slice(5)).toEqual(['taken', 'sent 1']);
});
