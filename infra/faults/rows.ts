/** A node's read model is deleted, cut or overwritten: the next start makes it anew from the log, and answers as before. */
import { closeSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '#services/eventstore/crash/seeded-random.ts';
import { Client } from '../testing/client.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { freshOf } from '../walks/page.ts';
import { demoUsers, everybody } from '../walks/people.ts';
import { type Report, sure } from './fault.ts';

export type RowsOptions = { damages: number; seed: number };

const PIECE = 4096;

/** What everybody's lists and counters answer, and what is found. */
async function reads({ url }: TestServer, tokens: readonly string[]): Promise<string> {
  const all: unknown[] = [];
  for (const token of tokens) {
    const client = Object.assign(new Client(url), { token });
    const found = await client.get('/api/cases?keyword=zhang');
    all.push((await freshOf(client)).fresh, found.data, (await client.get('/api/messages')).data.total);
  }
  return JSON.stringify(all);
}

const filesOf = ({ dataDir }: TestServer) => {
  const dir = join(dataDir, 'rows');
  const names = readdirSync(dir).filter(name => name.endsWith('.db'));
  const file = join(dir, names[0] ?? '');
  return { file, born: statSync(file).birthtimeMs };
};

/** Bytes of chance, or none, over a piece of the file somewhere. */
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

/** @returns what was seen @throws Error that says which damage led to other rows */
export async function rowsDamaged({ damages, seed }: RowsOptions, report: Report): Promise<string> {
  const random = seededRandom(seed);
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
  let server = await startServer({ pages: false });
  const { dataDir } = server;
  let built = 0;
  try {
    // A session outlives its server; a password takes longer to check than all that is read here.
    const tokens = Object.values(await everybody(server.url)).map(({ token }) => token);
    const before = await reads(server, tokens);
    for (const [what, harm] of harms) {
      // As an operator stops it: all of it lies in the one file.
      await server.stop({ keep: true });
      const { file, born } = filesOf(server);
      harm(file);
      server = await startServer({ pages: false, dataDir });
      if (filesOf(server).born !== born) built++;
      sure(`${what}: the rows are others`, (await reads(server, tokens)) === before);
      report(`${what}: the same rows`);
    }
    return `${harms.length} damages, each found at the start where it mattered (${built} times built anew), the same answers for ${demoUsers.length} people each time`;
  } finally {
    await server.stop({ keep: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}
