/**
 * Verifies a whole stack after a fault: each acknowledged command exists exactly once, and every copy agrees.
 */
import type { RawEvent } from '#events/envelope.ts';
import { openEsdbStore } from '#services/eventstore/esdb/store.ts';
import {
  type CommittedReader,
  listRecordFaults,
  openCommittedReader,
  readAllEvents,
} from '#services/relay/testing/committed-reader.ts';
import type { TestStack } from '../stack/stack.ts';
import { Client, signIn } from '../testing/client.ts';
import { demoUserNames } from '../walks/demo-users.ts';
import { readLists } from '../walks/user-page.ts';
import { assertThat, pollUntil } from './fault.ts';
import { type WorkloadResults, workloadUserNames } from './workload.ts';

export const readEventsOfStack = async ({ servers }: TestStack): Promise<RawEvent[]> => {
  const store = await openEsdbStore({ connectionString: servers.log.url });
  try {
    return await readAllEvents(store);
  } finally {
    await store.close();
  }
};

/** @returns one line for each acknowledged event that is missing and each event id that occurs twice */
export function listLogFaults(
  log: readonly RawEvent[],
  record: Pick<WorkloadResults, 'acknowledged'>,
): string[] {
  const times = new Map<string, number>();
  for (const { id } of log) times.set(id, (times.get(id) ?? 0) + 1);
  const lost = record.acknowledged.filter(({ event }) => !times.has(event));
  const twice = [...times].filter(([, n]) => n > 1);
  return [
    ...lost.map(({ what, event, tries }) => `lost: ${what} (${event}), acknowledged after ${tries} tries`),
    ...twice.map(([id, n]) => `${id} is ${n} times in the log`),
  ];
}

/**
 * Users whose cases are also read one by one: the supervisor sees submitted cases, the others their own
 * drafts.
 */
const readers: readonly string[] = ['supervisor', ...workloadUserNames];

/** Reads for each user of one node: lists, counters, and each case with its conversation. */
async function readsOf(url: string, tokens: ReadonlyMap<string, string>): Promise<Map<string, unknown>> {
  const reads = new Map<string, unknown>();
  for (const [name, token] of tokens) {
    const client = Object.assign(new Client(url), { token });
    const { fresh } = await readLists(client);
    reads.set(name, fresh);
    if (!readers.includes(name)) continue;
    for (const { caseId } of fresh.all)
      reads.set(`${caseId} for ${name}`, (await client.get(`/api/cases/${caseId}`)).data);
  }
  return reads;
}

export const isServerReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    answer => answer.ok,
    () => false,
  );

/**
 * Compares the read models of all nodes with those of a new node that folds the whole log. @returns the
 * number of compared answers
 */
export async function compareReadModels(stack: TestStack): Promise<number> {
  // SNAPSHOT_DIR is empty, so that the new node does not load a snapshot of another node.
  const fresh = await stack.addNode({ env: { SNAPSHOT_DIR: '' } });
  try {
    const urls = [fresh, ...stack.nodes].map(({ url }) => url);
    const people = await Promise.all(demoUserNames.map(name => signIn(fresh.url, name)));
    const tokens = new Map(demoUserNames.map((name, i) => [name, people[i]?.token ?? '']));
    for (const url of urls) await pollUntil(`${url} is not ready`, () => isServerReady(url));
    const [folded, ...others] = await Promise.all(urls.map(url => readsOf(url, tokens)));
    for (const [i, reads] of others.entries())
      for (const [what, read] of folded ?? [])
        assertThat(
          `node ${i + 1} answers differently from a new fold: ${what}`,
          JSON.stringify(reads.get(what)) === JSON.stringify(read),
        );
    return folded?.size ?? 0;
  } finally {
    await fresh.stop();
  }
}

/** Verifies that the committed records in Kafka are the log: each event once, in order. */
export async function verifyKafka(stack: TestStack): Promise<void> {
  const log = await readEventsOfStack(stack);
  const reader: CommittedReader = await openCommittedReader(stack.servers.kafka.brokers);
  try {
    await pollUntil(
      'the relay did not reach the end of the log in time',
      async () => reader.count() >= log.length,
    );
    const faults = listRecordFaults(reader.records(), log);
    assertThat(faults.join('\n'), faults.length === 0);
  } finally {
    await reader.close();
  }
}

/** Verifies that every node returns each uploaded file byte for byte. */
export async function verifyUploadedFiles({ nodes }: TestStack, { files }: WorkloadResults): Promise<void> {
  const [{ url: first } = { url: '' }] = nodes;
  const tokens = new Map<string, string>();
  for (const { id, bytes, by } of files) {
    const token = tokens.get(by) ?? (await signIn(first, by)).token;
    tokens.set(by, token);
    for (const { url } of nodes) {
      const answer = await fetch(`${url}/api/files/${id}`, { headers: { Authorization: token } });
      const whole = answer.ok && Buffer.from(await answer.arrayBuffer()).equals(bytes);
      assertThat(`${url} does not return the file ${id} of ${by}: ${answer.status}`, whole);
    }
  }
}

/**
 * Verifies that each acknowledged event is in the log exactly once, and that files, Kafka and read models
 * agree with the log.
 * @param options.rows false skips the comparison of read models
 * @returns a summary for the table of faults
 * @throws Error naming the first differences
 */
export async function verifyStack(
  stack: TestStack,
  record: WorkloadResults,
  { rows = true } = {},
): Promise<string> {
  assertThat(record.odd.slice(0, 10).join('\n'), record.odd.length === 0);
  const log = await readEventsOfStack(stack);
  const faults = listLogFaults(log, record);
  assertThat(faults.slice(0, 20).join('\n'), faults.length === 0);
  const reads = rows ? await compareReadModels(stack) : 0;
  await verifyUploadedFiles(stack, record);
  await verifyKafka(stack);
  const again = record.acknowledged.filter(({ tries }) => tries > 1).length;
  const worst = Math.max(0, ...record.took) / 1000;
  return [
    `${record.acknowledged.length.toLocaleString('en')} commands acknowledged (${again} sent again, the longest took ${worst.toFixed(1)} s)`,
    `each exactly once among ${log.length.toLocaleString('en')} events`,
    `${record.files.length} files whole`,
    `${reads} reads equal on both nodes and after a new fold`,
    'Kafka equal to the log',
  ].join('; ');
}
