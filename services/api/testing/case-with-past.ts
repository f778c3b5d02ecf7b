/**
 * Cases with a scripted past, as start states of tests. The pasts' people have the names of the test
 * server's.
 */
import { caseStreamOf } from '#events/case/stream.ts';
import type { CasePast } from '#events/testing/past.ts';
import { createCase } from './case-steps.ts';
import type { TestServer } from './test-server.ts';

/** Creates a case of this server's doctor with a scripted past. */
export async function createCaseWithPast(bench: TestServer, past: CasePast): Promise<string> {
  const caseId = await createCase(bench);
  const { store } = bench.deps;
  // Appends the decider's events; the case itself exists already.
  const events = past.slice(1).map(e => ({ ...e, id: crypto.randomUUID(), subject: caseId }));
  if (events.length > 0) await store.append(caseStreamOf(caseId), 0n, events);
  await bench.deps.models.reached(await store.head(), 120_000);
  return caseId;
}
