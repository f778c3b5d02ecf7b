/**
 * Fault: a server's disk is full. Writes are refused and reads continue; after space is freed nothing is
 * missing.
 */
import { join } from 'node:path';
import { errors } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';
import { uploadFile } from '../actors/http.ts';
import { type Client, signIn } from '../testing/client.ts';
import { createPng } from '../testing/generate/image.ts';
import { binaryStl, createWavyTube } from '../testing/generate/stl.ts';
import { copyDemoInto, type ServerProcess, startServer } from '../testing/server.ts';
import { readLists } from '../walks/user-page.ts';
import { assertThat, type ProgressPrinter, pollUntil } from './fault.ts';
import { makeSmallDisk, type SmallDisk } from './small-disk.ts';

const DISK = 256 * 1024 * 1024;
const ROUNDS = 3;
/** Bytes left free on the disk, times the round. Some writes still fit, and one of them runs out of space. */
const ROOM = 200_000;
/**
 * Maximum number of writes until one must be refused. SQLite may reuse the space of checkpointed WAL pages
 * until then.
 */
const MOST_TAKEN = 5_000;
/** Maximum number of times that the disk is filled again for one request. */
const MOST_ATTEMPTS = 20;

type Place = { caseId: string; modelId: string; photoId: string };
type Seen = { taken: Map<string, string>; writes: number; refused: number; reads: number };

const refusedClearly = (http: number, code: number) => http === 503 && code === errors.diskFull.code;
const named = (n: number) =>
  `王${'甲乙丙丁戊己庚辛壬癸'[n % 10]}${'子丑寅卯辰巳午未申酉'[Math.floor(n / 10) % 10]}`;

/** Writes patient names until one is refused, and records each acknowledged name. */
async function writeUntilRefused(doctor: Client, caseIds: readonly string[], seen: Seen): Promise<void> {
  for (let n = 0; n < MOST_TAKEN; n++) {
    const caseId = caseIds[n % caseIds.length] ?? '';
    const patient = { name: named(n), remarks: '备注'.repeat(200) + n };
    const answer = await doctor.put(`/api/cases/${caseId}/patient`, patient);
    if (answer.http === 200) {
      seen.taken.set(caseId, patient.name);
      seen.writes++;
      continue;
    }
    assertThat(`a write on a full disk: ${answer.text}`, refusedClearly(answer.http, answer.code));
    seen.refused++;
    return;
  }
  throw new Error('the disk never became full');
}

/**
 * Verifies that a name is accepted after space is freed. The number of names accepted while the disk fills up
 * is random: the read models may use the last free bytes before the first name does.
 */
async function writeWithRoom(doctor: Client, caseId: string, round: number, seen: Seen): Promise<void> {
  const name = named(round);
  const answer = await doctor.put(`/api/cases/${caseId}/patient`, { name });
  assertThat(`a write after space was freed: ${answer.text}`, answer.http === 200);
  seen.taken.set(caseId, name);
  seen.writes++;
}

type Answer = { http: number; code: number; retryAfter: number };

async function answerOf(given: Response): Promise<Answer> {
  const retryAfter = Number(given.headers.get('retry-after'));
  if (!given.ok) return { http: given.status, code: (await given.json()).code, retryAfter };
  await given.arrayBuffer();
  return { http: given.status, code: 0, retryAfter };
}

/**
 * Verifies that a request is refused on the full disk. A checkpoint of SQLite may have made room for it since the last
 * refusal: then the disk is filled again, and the request is sent again.
 */
async function refusesRequest(
  what: string,
  { send, fill }: { send: () => Promise<Answer>; fill: () => Promise<void> },
): Promise<Answer> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const answer = await send();
    if (answer.http !== 200) {
      const { http, code } = answer;
      assertThat(`${what} on a full disk: ${http} ${code}`, refusedClearly(http, code));
      return answer;
    }
    await fill();
  }
  throw new Error(`${what} was never refused on a full disk`);
}

/**
 * Verifies that other writes are refused with Retry-After, and so is a file download that must be recorded
 * first.
 */
async function refuses(doctor: Client, place: Place, caseIds: readonly string[], seen: Seen): Promise<void> {
  const { caseId, modelId } = place;
  const headers = { Authorization: doctor.token };
  const fill = () => writeUntilRefused(doctor, caseIds, seen);
  const download = async () => answerOf(await fetch(`${doctor.url}/api/files/${modelId}`, { headers }));
  await refusesRequest('a model', { send: download, fill });
  const create = async () => {
    const ownKey = { ...headers, 'Idempotency-Key': crypto.randomUUID() };
    return answerOf(await fetch(`${doctor.url}/api/cases`, { method: 'POST', headers: ownKey }));
  };
  const refused = await refusesRequest('a case', { send: create, fill });
  assertThat('no Retry-After', refused.retryAfter > 0);
  const model = binaryStl(createWavyTube(20_000));
  const upload = await doctor.upload(model, { caseId, kind: 'stl', slot: 'upper' });
  assertThat(
    `an upload on a full disk: ${upload.http} ${upload.code}`,
    refusedClearly(upload.http, upload.code),
  );
  seen.refused += 3;
}

/**
 * Reads once more if the connection was closed. A refused upload ends its connection, which the client may still take for
 * open; browsers repeat a read then too.
 */
const readTwice = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch(() => fetch(url, init));

async function readsGoOn(
  doctor: Client,
  fileId: string,
  paths: readonly string[],
  seen: Seen,
): Promise<void> {
  // Sends no X-Position header: the read models may be waiting for disk space.
  const headers = { Authorization: doctor.token };
  for (const path of [...paths, `/api/files/${fileId}`, '/healthz']) {
    const answer = await readTwice(`${doctor.url}${path}`, { headers });
    await answer.arrayBuffer();
    assertThat(`${path} on a full disk: ${answer.status}`, answer.status === 200);
    seen.reads++;
  }
}

/**
 * Verifies that every patient has the last acknowledged name, once the read models have caught up with the
 * log.
 */
async function nothingLost(doctor: Client, { taken }: Seen): Promise<void> {
  await pollUntil(
    'the server is not ready after space was freed',
    async () => (await doctor.get('/readyz')).http === 200,
  );
  for (const [caseId, name] of taken) {
    const { data } = await doctor.get<CaseView>(`/api/cases/${caseId}`);
    assertThat(
      `${caseId} is called ${data.sections.patient?.name}, not ${name}`,
      data.sections.patient?.name === name,
    );
  }
}

async function rounds(
  disk: SmallDisk,
  server: ServerProcess,
  seen: Seen,
  report: ProgressPrinter,
): Promise<Client> {
  const doctor = await signIn(server.url, 'doctor');
  const begin = async () => (await doctor.post<{ caseId: string }>('/api/cases')).data.caseId;
  const caseIds = [await begin(), await begin(), await begin()];
  const [first = ''] = caseIds;
  const place = {
    caseId: first,
    modelId: await uploadFile(doctor, binaryStl(), { caseId: first, kind: 'stl', slot: 'lower' }),
    photoId: await uploadFile(doctor, createPng(64, 48), {
      caseId: first,
      kind: 'photo',
      slot: 'face-smile',
    }),
  };
  const paths = ['/api/cases?size=50', `/api/cases/${first}`, '/api/messages'];
  for (let round = 1; round <= ROUNDS; round++) {
    disk.fill(round * ROOM);
    await writeUntilRefused(doctor, caseIds, seen);
    await refuses(doctor, place, caseIds, seen);
    await readsGoOn(doctor, place.photoId, paths, seen);
    disk.free();
    await nothingLost(doctor, seen);
    await writeWithRoom(doctor, first, round, seen);
    await uploadFile(doctor, binaryStl(createWavyTube(20_000)), {
      caseId: first,
      kind: 'stl',
      slot: 'upper',
    });
    report(`round ${round}: ${seen.writes} taken, ${seen.refused} refused, ${seen.reads} read`);
  }
  return doctor;
}

/** @returns a summary for the table of faults @throws FaultUnsupportedError, or Error naming the failed check */
export async function testFullDisk(report: ProgressPrinter): Promise<string> {
  const disk = makeSmallDisk(DISK);
  const dataDir = join(disk.dir, 'data');
  const seen: Seen = { taken: new Map(), writes: 0, refused: 0, reads: 0 };
  let server: ServerProcess | undefined;
  try {
    await copyDemoInto(dataDir);
    server = await startServer({ pages: false, dataDir });
    const doctor = await rounds(disk, server, seen, report);
    const { fresh } = await readLists(doctor);
    await server.stop({ keep: true, signal: 'SIGKILL' });
    server = await startServer({ pages: false, dataDir });
    const again = await signIn(server.url, 'doctor');
    await nothingLost(again, seen);
    const same = JSON.stringify((await readLists(again)).fresh) === JSON.stringify(fresh);
    assertThat('the lists differ after a restart', same);
    return `${ROUNDS} times full: ${seen.refused} writes refused (503, 104080, Retry-After), ${seen.reads} reads answered, every acknowledged write (${seen.writes} writes on the way) exists, without a restart and after kill -9`;
  } finally {
    await server?.stop({ keep: true });
    disk.remove();
  }
}
