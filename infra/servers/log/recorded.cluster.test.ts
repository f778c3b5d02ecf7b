/**
 * The protocol server says what an EventStoreDB 23.10.8 said: `recorded/record.mjs` asks through the official client, and
 * `recorded/answers.json` is what the real one answered.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import answers from './recorded/answers.json' with { type: 'json' };
import { startLogServer } from './server.ts';

const run = promisify(execFile);
const recorder = fileURLToPath(new URL('./recorded/record.mjs', import.meta.url));

/** Each is asked of an empty server of its own, with other gaps between its positions. */
const PARTS = ['^subscribe', '^(?!subscribe)'];

/** The client's answers by the name of their case. */
async function ask(pattern: string, seed: number): Promise<Record<string, unknown>> {
  const server = await startLogServer({ seed });
  try {
    const { stdout } = await run(process.execPath, [recorder, server.url, pattern], { maxBuffer: 2 ** 24 });
    // The boundary: the recorder prints one object.
    return JSON.parse(stdout) as Record<string, unknown>;
  } finally {
    await server.stop();
  }
}

let said: Record<string, unknown>;
beforeAll(async () => {
  const parts = await Promise.all(PARTS.map((pattern, i) => ask(pattern, i + 1)));
  said = Object.assign({}, ...parts);
});

test('162 cases were recorded', () => expect(Object.keys(answers)).toHaveLength(162));

test.each(Object.entries(answers))('%s', (name, answer) => expect(said[name]).toEqual(answer));
