/** After a fault over the whole stack: is everything that was acknowledged there, once, and the same everywhere? */
import type { Recorded } from '#events/envelope.ts';
import { openEsdbStore } from '#services/eventstore/esdb/store.ts';
import {
  type CommittedReader,
  readCommitted,
  readWholeLog,
  recordFaults,
} from '#services/relay/testing/committed-reader.ts';
import type { Stack } from '../stack/stack.ts';
import { Client, signIn } from '../testing/client.ts';
import { freshOf } from '../walks/page.ts';
import { demoUsers } from '../walks/people.ts';
import { sure, until } from './fault.ts';
import { actors, type Told } from './people.ts';

export const logOf = async ({ servers }: Stack): Promise<Recorded[]> => {
  const store = await openEsdbStore({ connectionString: servers.log.url });
  try {
    return await readWholeLog(store);
  } finally {
    await store.close();
  }
};

/** What is wrong with the log, by what was acknowledged: each there once, and nothing at all there twice. */
export function faultsOfLog(log: readonly Recorded[], told: Pick<Told, 'acknowledged'>): string[] {
  const times = new Map<string, number>();
  for (const { id } of log) times.set(id, (times.get(id) ?? 0) + 1);
  const lost = told.acknowledged.filter(({ event }) => !times.has(event));
  const twice = [...times].filter(([, n]) => n > 1);
  return [
    ...lost.map(({ what, event, tries }) => `lost: ${what} (${event}), acknowledged after ${tries} tries`),
    ...twice.map(([id, n]) => `${id} is in the log ${n} times`),
  ];
}

/** Their cases are read one by one: the supervisor sees what was handed in, the others their own drafts. */
const readers: readonly string[] = ['supervisor', ...actors];

/** Reads of everybody at a node: their lists, the counters, and each case with its conversation. */
async function readsOf(url: string, tokens: ReadonlyMap<string, string>): Promise<Map<string, unknown>> {
  const reads = new Map<string, unknown>();
  for (const [name, token] of tokens) {
    const client = Object.assign(new Client(url), { token });
    const { fresh } = await freshOf(client);
    reads.set(name, fresh);
    if (!readers.includes(name)) continue;
    for (const { caseId } of fresh.all)
      reads.set(`${caseId} for ${name}`, (await client.get(`/api/cases/${caseId}`)).data);
  }
  return reads;
}

export const ready = (url: string) =>
  fetch(`${url}/readyz`).then(
    answer => answer.ok,
    () => false,
  );

/** The rows of both nodes, and of a third that folds the log anew, give the same answers. @returns how many were compared */
export async function sameRows(stack: Stack): Promise<number> {
  // Without what other nodes left for it.
  const fresh = await stack.addNode({ env: { SNAPSHOT_DIR: '' } });
  try {
    const urls = [fresh, ...stack.nodes].map(({ url }) => url);
    const people = await Promise.all(demoUsers.map(name => signIn(fresh.url, name)));
    const tokens = new Map(demoUsers.map((name, i) => [name, people[i]?.token ?? '']));
    for (const url of urls) await until(`${url} is not ready`, () => ready(url));
    const [folded, ...others] = await Promise.all(urls.map(url => readsOf(url, tokens)));
    for (const [i, reads] of others.entries())
      for (const [what, read] of folded ?? [])
        sure(
          `node ${i + 1} answers otherwise than a fresh fold: ${what}`,
          JSON.stringify(reads.get(what)) === JSON.stringify(read),
        );
    return folded?.size ?? 0;
  } finally {
    await fresh.stop();
  }
}

/** Whoever reads what is committed in Kafka has the log: each event once, in order. */
export async function sameInKafka(stack: Stack): Promise<void> {
  const log = await logOf(stack);
  const reader: CommittedReader = await readCommitted(stack.servers.kafka.brokers);
  try {
    await until('the relay does not come to the end of the log', async () => reader.count() >= log.length);
    const faults = recordFaults(reader.records(), log);
    sure(faults.join('\n'), faults.length === 0);
  } finally {
    await reader.close();
  }
}

/** Files come back byte for byte from every node. */
export async function sameFiles({ nodes }: Stack, { files }: Told): Promise<void> {
  const [{ url: first } = { url: '' }] = nodes;
  const tokens = new Map<string, string>();
  for (const { id, bytes, by } of files) {
    const token = tokens.get(by) ?? (await signIn(first, by)).token;
    tokens.set(by, token);
    for (const { url } of nodes) {
      const answer = await fetch(`${url}/api/files/${id}`, { headers: { Authorization: token } });
      const whole = answer.ok && Buffer.from(await answer.arrayBuffer()).equals(bytes);
      sure(`${url} has not the file ${id} of ${by}: ${answer.status}`, whole);
    }
  }
}

/**
 * Verifies that each acknowledged event is in the log exactly once, and that files, Kafka and read models agree with it.
 * @param options.rows false: read models are not compared
 * @returns a summary for the table of faults
 * @throws Error naming the first differences
 */
export async function sound(stack: Stack, told: Told, { rows = true } = {}): Promise<string> {
  sure(told.odd.slice(0, 10).join('\n'), told.odd.length === 0);
  const log = await logOf(stack);
  const faults = faultsOfLog(log, told);
  sure(faults.slice(0, 20).join('\n'), faults.length === 0);
  const reads = rows ? await sameRows(stack) : 0;
  await sameFiles(stack, told);
  await sameInKafka(stack);
  const again = told.acknowledged.filter(({ tries }) => tries > 1).length;
  const worst = Math.max(0, ...told.took) / 1000;
  return [
    `${told.acknowledged.length.toLocaleString('en')} commands acknowledged (${again} sent again, the longest took ${worst.toFixed(1)} s)`,
    `each once among ${log.length.toLocaleString('en')} events, none twice`,
    `${told.files.length} files whole`,
    `${reads} reads alike on both nodes and a fresh fold`,
    'Kafka as the log',
  ].join('; ');
}
