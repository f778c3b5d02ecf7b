/**
 * Fault: a node's read model is deleted, truncated or overwritten. The next start rebuilds it from the log
 * and answers as before.
 */
import { closeSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createSeededRandom } from '#services/eventstore/crash/seeded-random.ts';
import { Client } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { demoUserNames, signInAllUsers } from '../walks/demo-users.ts';
import { readLists } from '../walks/user-page.ts';
import { assertThat, type ProgressPrinter } from './fault.ts';

export type DamagedRowsOptions = { damages: number; seed: number };

/** Parts of a node that make and read the rows. */
const run = ['api', 'projector'];

const PIECE = 4096;

/** Lists, counters and search results of every user, as one string. */
async function reads({ url }: ServerProcess, tokens: readonly string[]): Promise<string> {
  const all: unknown[] = [];
  for (const token of tokens) {
    const client = Object.assign(new Client(url), { token });
    const found = await client.get('/api/cases?keyword=zhang');
    all.push((await readLists(client)).fresh, found.data, (await client.get('/api/messages')).data.total);
  }
  return JSON.stringify(all);
}

const filesOf = ({ dataDir }: ServerProcess) => {
  const dir = join(dataDir, 'rows');
  const names = readdirSync(dir).filter(name => name.endsWith('.db'));
  const file = join(dir, names[0] ?? '');
  return { file, born: statSync(file).birthtimeMs };
};

/** Overwrites one piece of the file at a random offset, with zeros or random bytes. */
function overwrite(file: string, random: () => number): void {
  const at = Math.floor(random() * Math.max(1, statSync(file).size - PIECE));
  const zeros = random() < 0.3;
  const piece = Buffer.from(Array.from({ length: PIECE }, () => (zeros ? 0 : Math.floor(random() * 256))));
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, piece, 0, piece.length, at);
  } finally {
    closeSync(handle);
  }
}

/** @returns a summary for the table of faults @throws Error naming the damage after which the rows differ */
export async function testDamagedRows(
  { damages, seed }: DamagedRowsOptions,
  report: ProgressPrinter,
): Promise<string> {
  const random = createSeededRandom(seed);
  const harms: [what: string, (file: string) => void][] = [
    ['the folder removed', file => rmSync(join(file, '..'), { recursive: true })],
    ['the file removed, its log left', file => rmSync(file)],
    ['cut in half', file => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['emptied', file => truncateSync(file, 0)],
    ...Array.from({ length: damages }, (_, i): [string, (file: string) => void] => [
      `overwritten ${i + 1}`,
      file => overwrite(file, random),
    ]),
  ];
  let server = await startServer({ pages: false, run });
  const { dataDir } = server;
  let built = 0;
  try {
    // Sessions survive a restart. Signing in again would take longer than all reads, because of the password
    // hash.
    const tokens = Object.values(await signInAllUsers(server.url)).map(({ token }) => token);
    const before = await reads(server, tokens);
    for (const [what, harm] of harms) {
      // A graceful stop checkpoints the WAL, so that all data is in the one file.
      await server.stop({ keep: true });
      const { file, born } = filesOf(server);
      harm(file);
      server = await startServer({ pages: false, run, dataDir });
      if (filesOf(server).born !== born) built++;
      assertThat(`${what}: the rows differ`, (await reads(server, tokens)) === before);
      report(`${what}: the same rows`);
    }
    return `${harms.length} damages, each detected by the next start if it mattered (${built} times rebuilt), the same answers for ${demoUserNames.length} people each time`;
  } finally {
    await server.stop({ keep: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}
