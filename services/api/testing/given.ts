/** Cases of a bench with a past that the actions' own tests start from: the bench's people are called as those of the pasts are. */
import { caseStream } from '#events/case/stream.ts';
import type { Past } from '#events/testing/past.ts';
import type { Bench } from './bench.ts';
import { newCase } from './walk.ts';

/** A new case of this bench's doctor with such a past. */
export async function caseWith(bench: Bench, past: Past): Promise<string> {
  const caseId = await newCase(bench);
  const { store } = bench.deps;
  // Appends what the decider made; the case itself is there already.
  const events = past.slice(1).map(e => ({ ...e, v: 1, id: crypto.randomUUID(), subject: caseId }));
  if (events.length > 0) await store.append(caseStream(caseId), 0n, events);
  await bench.deps.models.reached(await store.head(), 120_000);
  return caseId;
}
