/**
 * The restore drill: a server that is written to by several people, a backup beside it, an empty folder, a second server.
 * What the first one had acknowledged by the backup's head has to be there, byte for byte.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CaseView } from '#projections/case/view.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import { backupsIn, type Manifest, readManifest } from '#services/backup/manifest.ts';
import { stopwatch } from '#services/clock.ts';
import { type Client, signIn } from '../testing/client.ts';
import { attached } from '../testing/complete-case.ts';
import { smallArch } from '../testing/models.ts';
import { startServer, type TestServer } from '../testing/server.ts';

/** Something that the server has said yes to. */
export type Acknowledged = { position: bigint; caseId: string; writer: number } & (
  | { what: 'name'; name: string }
  | { what: 'model'; fileId: string; sha256: string }
  | { what: 'message'; text: string }
);

export type Drilled = {
  manifest: Manifest;
  /** All that was acknowledged, that before the backup was asked for, and that up to its head. */
  acknowledged: { all: number; before: number; inBackup: number };
  /** What of the last is not there, or not as it was: the drill's verdict. */
  missing: string[];
  /** What a page that was open on the first server is told by the second, by the code of its refusal. */
  foreign: number;
  seconds: Record<'backup' | 'again' | 'restore' | 'start', number>;
  /** Lines that the commands said. */
  said: string[];
};

const program = fileURLToPath(new URL('../../services/archline.ts', import.meta.url));
const writers = ['doctor', 'doctor2', 'designer'] as const;
/** Each writer has begun so many cases before the backup is asked for. */
const warm = 3;

/** Runs `npm run archline -- …` as an operator does. @throws Error with what it said */
function archline(env: Record<string, string>, ...args: string[]): Promise<string[]> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let said = '';
  const listen = (chunk: Buffer) => {
    said += chunk;
  };
  for (const from of [child.stdout, child.stderr]) from.on('data', listen);
  return new Promise((resolve, reject) =>
    child.once('exit', code => (code === 0 ? resolve(said.trim().split('\n')) : reject(new Error(said)))),
  );
}

const numberOf = (wire: string | null) => BigInt(wire?.split('-')[1] ?? 0);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A name has no digits. */
const letters = (n: number) => n.toString(26).replaceAll(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '');

/** One person at work: a case, its patient, a model, a question, and the next case. */
async function work(
  person: Client,
  writer: number,
  told: Acknowledged[],
  ended: () => boolean,
): Promise<void> {
  for (let n = 0; !ended(); n++) {
    const { caseId } = (await person.post<{ caseId: string }>('/api/cases')).data;
    const name = `王小明${letters(writer * 1000 + n)}`;
    const patient = { name, gender: 1, birthDate: '2001-04-12', doctor: '李文清', clinic: '滨江口腔' };
    const saved = await person.put(`/api/cases/${caseId}/patient`, patient);
    if (saved.code !== 0) throw new Error(saved.text);
    told.push({ what: 'name', writer, caseId, name, position: numberOf(saved.position) });
    const bytes = smallArch(writer * 1000 + n);
    const target = { caseId, kind: 'stl', slot: 'upper', filename: 'upper.stl' } as const;
    const fileId = await attached(person, bytes, target);
    const seen = await person.get<CaseView>(`/api/cases/${caseId}`);
    const position = numberOf(seen.position ?? null);
    told.push({ what: 'model', writer, caseId, fileId, sha256: sha256(bytes), position });
    const text = `请看一下 ${writer}-${n}`;
    const message = { client: crypto.randomUUID(), text };
    const said = await person.post(`/api/chats/case.${caseId}/messages`, message);
    if (said.code !== 0) throw new Error(said.text);
    told.push({ what: 'message', writer, caseId, text, position: numberOf(said.position) });
  }
}

/** What of an acknowledged thing is wrong; undefined where it is as it was. */
async function lookFor(person: Client, one: Acknowledged): Promise<string | undefined> {
  const where = `${one.what} of ${one.caseId} at ${one.position}`;
  if (one.what === 'message') {
    const { data } = await person.get<{ items: ChatMessage[] }>(`/api/chats/case.${one.caseId}/messages`);
    return data.items?.some(item => item.text === one.text) ? undefined : where;
  }
  const { data, http } = await person.get<CaseView>(`/api/cases/${one.caseId}`);
  if (http !== 200) return where;
  if (one.what === 'name') return data.sections.patient?.name === one.name ? undefined : where;
  const headers = { Authorization: person.token };
  const answer = await fetch(`${person.url}/api/files/${one.fileId}`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 && sha256(bytes) === one.sha256 ? undefined : where;
}

type Saved = Pick<Drilled, 'manifest' | 'acknowledged' | 'said'> & {
  told: Acknowledged[];
  seconds: Record<'backup' | 'again', number>;
};

/** Two backups of a server under load: the second links what the first one has. */
async function save(server: TestServer, folder: string): Promise<Saved> {
  const people = await Promise.all(writers.map(name => signIn(server.url, name)));
  const told: Acknowledged[] = [];
  let ended = false;
  const working = Promise.all(people.map((person, i) => work(person, i, told, () => ended)));
  const enough = async () => {
    while (told.length < writers.length * warm * 3) await new Promise(resolve => setTimeout(resolve, 20));
  };
  await Promise.race([enough(), working]);
  const env = { DATA_DIR: server.dataDir };
  const first = stopwatch();
  await archline(env, 'backup', folder);
  const took = first();
  const before = [...told];
  const second = stopwatch();
  const said = await archline(env, 'backup', folder);
  const seconds = { backup: took, again: second() };
  ended = true;
  await working;
  const last = (await backupsIn(folder)).at(-1);
  if (!last) throw new Error('there is no backup');
  const manifest = await readManifest(last.dir);
  const late = before.filter(one => one.position > BigInt(manifest.head)).length;
  if (late > 0) throw new Error(`${late} acknowledged before the backup stand behind its head`);
  const inBackup = told.filter(one => one.position <= BigInt(manifest.head)).length;
  return {
    manifest,
    told,
    said,
    seconds,
    acknowledged: { all: told.length, before: before.length, inBackup },
  };
}

async function check(server: TestServer, { told, manifest }: Saved) {
  const people = await Promise.all(writers.map(name => signIn(server.url, name)));
  const missing: string[] = [];
  for (const one of told.filter(each => each.position <= BigInt(manifest.head))) {
    const owner = people[one.writer];
    const wrong = owner && (await lookFor(owner, one));
    if (wrong) missing.push(wrong);
  }
  const page = { 'X-Position': `${manifest.logId.slice(0, 8)}-${manifest.head}` };
  const foreign = (await people[0]?.get('/api/cases', page))?.code ?? 0;
  return { missing, foreign };
}

/** Two minutes at most; leaves nothing behind. @throws Error where a step of it is refused */
export async function drill(): Promise<Drilled> {
  const root = await mkdtemp(join(tmpdir(), 'archline-drill-'));
  const folder = join(root, 'backups');
  const into = join(root, 'restored');
  const first = await startServer({ pages: false });
  let second: TestServer | undefined;
  try {
    const saved = await save(first, folder);
    await mkdir(into);
    await copyFile(join(first.dataDir, 'secret'), join(into, 'secret'));
    await first.stop();
    const restoring = stopwatch();
    const said = await archline({}, 'restore', folder, '--into', into);
    const restore = restoring();
    const starting = stopwatch();
    second = await startServer({ pages: false, dataDir: into });
    const start = starting();
    const { told: _told, ...rest } = saved;
    const seconds = { ...saved.seconds, restore, start };
    return { ...rest, ...(await check(second, saved)), seconds, said: [...saved.said, ...said] };
  } finally {
    await first.stop();
    await second?.stop();
    await rm(root, { recursive: true, force: true });
  }
}

/** The drill as a short table. */
export function asTable({ manifest, acknowledged, missing, foreign, seconds }: Drilled): string {
  const rows: [string, string][] = [
    ['events in the backup', manifest.head],
    ['files', `${manifest.parts.files.lines}, ${(manifest.bytes / 1e6).toFixed(1)} MB`],
    ['acknowledged by the head', `${acknowledged.inBackup} of ${acknowledged.all}`],
    ['missing after restoring', String(missing.length)],
    ['a page of the old log is told', String(foreign)],
    ...Object.entries(seconds).map(([step, s]): [string, string] => [step, `${s.toFixed(1)} s`]),
  ];
  return rows.map(([what, is]) => `${what.padEnd(32)}${is}`).join('\n');
}

if (import.meta.main) {
  const drilled = await drill();
  console.log(asTable(drilled));
  for (const one of drilled.missing) console.log(`missing: ${one}`);
  process.exit(drilled.missing.length > 0 ? 1 : 0);
}
