/**
 * Fault: the log's server is down for a while. Writes are refused with a clear error, reads continue, nothing
 * is duplicated.
 */
import { errors } from '#events/errors.ts';
import type { TestStack } from '../stack/stack.ts';
import { type Client, signIn } from '../testing/client.ts';
import { assertThat, FaultUnsupportedError } from './fault.ts';
import { verifyStack } from './verify-stack.ts';
import { startWorkload } from './workload.ts';

type Seen = { writes: number; reads: number; slowestRead: number; slowestWrite: number };

async function refusedWrite(person: Client, seen: Seen, key: string): Promise<void> {
  const began = performance.now();
  const answer = await fetch(`${person.url}/api/cases`, {
    method: 'POST',
    headers: { Authorization: person.token, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: '{}',
  });
  const { code } = await answer.json();
  const wait = answer.headers.get('retry-after');
  const clear = answer.status === 503 && code === errors.logDown.code && Number(wait) > 0;
  assertThat(`a write was answered ${answer.status} ${code}, Retry-After ${wait}`, clear);
  seen.writes++;
  seen.slowestWrite = Math.max(seen.slowestWrite, performance.now() - began);
}

type Reader = {
  person: Client;
  /** Position of the node before the outage, so that a read does not wait for later writes of others. */
  position: string;
};

async function goesOn({ person, position }: Reader, path: string, seen: Seen, readMs: number): Promise<void> {
  const began = performance.now();
  const answer = await person.get(path, { 'X-Position': position });
  const took = performance.now() - began;
  assertThat(
    `${path} was answered ${answer.http} ${answer.code} after ${took.toFixed(0)} ms`,
    answer.http === 200 && took < readMs,
  );
  seen.reads++;
  seen.slowestRead = Math.max(seen.slowestRead, took);
}

export type LogOutageOptions = {
  /** A read slower than this many milliseconds fails the check; default 3 s. */
  readMs?: number;
  /** See `startWorkload`. */
  ahead?: number;
  /** False skips the comparison of read models, for a caller that compares them after a later fault. */
  rows?: boolean;
};

/**
 * @param ms duration of the outage; 0 for one round of writes and reads @returns a summary for the table of
 * faults
 */
export async function testLogOutage(
  stack: TestStack,
  ms: number,
  { ahead, rows = true, readMs = 3_000 }: LogOutageOptions = {},
): Promise<string> {
  const { server } = stack.servers.log;
  if (!server) throw new FaultUnsupportedError('the log of ESDB_URL is external and cannot be stopped here');
  const urls = stack.nodes.map(({ url }) => url);
  const people = await Promise.all(urls.map(url => signIn(url, 'doctor')));
  const doctors = await Promise.all(urls.map(url => signIn(url, 'designer')));
  const work = await startWorkload(urls, ahead);
  await work.more(20);
  const lists = await Promise.all(
    people.map(person => person.get<{ items: { caseId: string }[] }>('/api/cases')),
  );
  const readers = people.map((person, i): Reader => ({ person, position: lists[i]?.position ?? '' }));
  const paths = ['/api/cases?size=50', `/api/cases/${lists[0]?.data.items.at(-1)?.caseId}`, '/api/messages'];
  const seen: Seen = { writes: 0, reads: 0, slowestRead: 0, slowestWrite: 0 };
  const keys = urls.map(() => crypto.randomUUID());
  await server.kill();
  const back = performance.now() + ms;
  const writing = doctors.map(async (doctor, i) => {
    do await refusedWrite(doctor, seen, keys[i] ?? '');
    while (performance.now() < back);
  });
  const reading = readers.map(async reader => {
    do for (const path of paths) await goesOn(reader, path, seen, readMs);
    while (performance.now() < back);
  });
  await Promise.all([...writing, ...reading]);
  await server.restart();
  for (const [i, doctor] of doctors.entries())
    for (const _twice of [1, 2]) {
      const { http, text } = await doctor.post('/api/cases', {}, { 'Idempotency-Key': keys[i] ?? '' });
      assertThat(`a write was answered ${http} after the log was back: ${text}`, http < 300);
    }
  await work.more(20);
  const { writes, reads, slowestRead, slowestWrite } = seen;
  return [
    `${writes} writes refused (503, 104070, Retry-After), the slowest after ${(slowestWrite / 1000).toFixed(1)} s`,
    `${reads} reads answered, the slowest within ${slowestRead.toFixed(0)} ms`,
    await verifyStack(stack, await work.stop(), { rows }),
  ].join('; ');
}
