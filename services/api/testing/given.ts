/**
 * Cases with a scripted past, as start states of tests. The pasts' people have the names of the test
 * server's.
 */
import { caseStream } from '#events/case/stream.ts';
import type { Past } from '#events/testing/past.ts';
import type { Bench } from './bench.ts';
import { newCase } from './walk.ts';

/** Creates a case of this server's doctor with such a past. */
export async function caseWith(bench: Bench, past: Past): Promise<string> {
  const caseId = await newCase(bench);
  const { store } = bench.deps;
  // Appends the decider's events; the case itself exists already.
  const events = past.slice(1).map(e => ({ ...e, v: 1, id: crypto.randomUUID(), subject: caseId }));
  if (events.length > 0) await store.append(caseStream(caseId), 0n, events);
  await bench.deps.models.reached(await store.head(), 120_000);
  return caseId;
}
