import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_APPEND_BYTES } from '#services/eventstore/row.ts';
import { startLogServer } from '../servers/log/server.ts';
import { limits, MOST_OF_A_RECORD, refusedOf } from './log-settings.ts';

const settingsIn = (path: string) =>
  Object.fromEntries(
    [
      ...readFileSync(new URL(path, import.meta.url), 'utf8').matchAll(
        /^\s*((?:EVENTSTORE|KURRENTDB)_\w+): "?([^"\n]*)"?$/gm,
      ),
    ].map(([, name = '', value = '']) => [name, value]),
  );

test('what compose gives the log’s servers is accepted by each of them', () => {
  const given = settingsIn('./compose.yaml');
  expect(given).toHaveProperty('EVENTSTORE_CLUSTER_SIZE', '3');
  expect(refusedOf(given)).toEqual([]);
});

test('what was given before is refused by those that compose starts', () => {
  expect(refusedOf({ EVENTSTORE_MAX_APPEND_SIZE: '16777216' })).toEqual([
    'EVENTSTORE_MAX_APPEND_SIZE is 16777216: EventStoreDB 23.10, 24.10 take 16767216 at most',
  ]);
});

test('our largest append fits into what each takes, also where nobody sets anything', () => {
  for (const { most } of limits) expect(MAX_APPEND_BYTES).toBeLessThanOrEqual(most);
  expect(MAX_APPEND_BYTES).toBe(1024 * 1024);
});

test('the protocol server refuses the same', async () => {
  await expect(startLogServer({ maxAppendSize: MOST_OF_A_RECORD + 1 })).rejects.toThrow(
    'MaxAppendSize exceeded 16767216 bytes',
  );
  const server = await startLogServer({ maxAppendSize: MOST_OF_A_RECORD });
  await server.stop();
});
