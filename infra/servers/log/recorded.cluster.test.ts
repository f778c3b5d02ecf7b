/**
 * Compares the protocol server with EventStoreDB 23.10.8: `recorded/record.mjs` sends requests with the
 * official client, and `recorded/answers.json` has the answers of the real server.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import answers from './recorded/answers.json' with { type: 'json' };
import { startLogServer } from './server.ts';

const run = promisify(execFile);
const recorder = fileURLToPath(new URL('./recorded/record.mjs', import.meta.url));

/**
 * Name patterns of the cases. Each part runs on its own empty server, with different gaps between positions.
 */
const PARTS = ['^subscribe', '^(?!subscribe)'];

/** Runs the recorder against a new server. @returns the client's answers by case name */
async function ask(pattern: string, seed: number): Promise<Record<string, unknown>> {
  const server = await startLogServer({ seed });
  try {
    const { stdout } = await run(process.execPath, [recorder, server.url, pattern], { maxBuffer: 2 ** 24 });
    // Cast: the recorder prints one object.
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

test('the recording has 162 cases', () => expect(Object.keys(answers)).toHaveLength(162));

test.each(Object.entries(answers))('the protocol server answers like EventStoreDB: %s', (name, answer) =>
  expect(said[name]).toEqual(answer),
);
