/** Process that crash.test.ts kills. It creates and fills drafts while the read models follow. */

import type { DecisionContext } from '#events/case/action-definition.ts';
import { foldCase, initialCaseState } from '#events/case/case.ts';
import { createCase, saveSection } from '#events/case/decider.ts';
import { productOfferOf } from '#events/case/offer.ts';
import { type CaseEvent, caseStreamOf } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { openReadModels } from '#projections/readmodels.ts';
import { writeAcknowledgement } from '#services/eventstore/crash/acknowledgements.ts';
import { openDataFolder } from '#services/eventstore/crash/data-folder.ts';
import { createSeededRandom } from '#services/eventstore/crash/seeded-random.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';

const crashDoctor = { id: 'doctor', position: 'Doctor', orgId: 'o', serves: [] } as const;

// Cast: only the crash loop starts this process, with its options as JSON in the one argument.
const { dir, run, seed, callers } = JSON.parse(process.argv[2] ?? '{}') as Record<string, number> & {
  dir: string;
};
const folder = await openDataFolder(dir);
const store = createVersionedStore(folder.store);
await openReadModels({ store, dir, clock: { now: () => Date.now() } });
writeAcknowledgement({ log: store.id });

const ctx: Pick<DecisionContext, 'viewer' | 'today' | 'offer'> = {
  viewer: crashDoctor,
  today: '2026-11-20',
  offer: productOfferOf(),
};
const names = ['patient', 'diagnosis', 'prescription', 'markers'] as const;

async function call(caller: number): Promise<void> {
  const random = createSeededRandom((seed ?? 1) * 1009 + (run ?? 1) * 101 + caller);
  for (let i = 0; ; i++) {
    const caseId = `R${run}C${caller}N${i}`;
    let state = initialCaseState;
    const put = async (events: CaseEvent[]) => {
      const at = new Date(1_780_000_000_000 + i * 1000).toISOString();
      const wrapped = events.map((e, k) => ({
        ...e,
        id: `${caseId}.${state.revision + 1 + k}`,
        at,
        by: 'doctor',
        subject: caseId,
      }));
      const expected = state.revision < 0 ? 'none' : BigInt(state.revision);
      const { position } = await store.append(caseStreamOf(caseId), expected, wrapped as NewEvent[]);
      state = foldCase(
        state,
        wrapped.map((e, k) => ({ ...e, revision: state.revision + 1 + k })),
      );
      writeAcknowledgement({
        stream: caseStreamOf(caseId),
        ids: wrapped.map(e => e.id),
        position: Number(position),
      });
    };
    await put(createCase({ caseId, ownerId: 'doctor', orgId: 'o', servedBy: 'o', parentId: null }));
    for (const name of names)
      if (random() < 0.8)
        await put(saveSection(state, name, sampleAlignerOrder[name], ctx as DecisionContext));
  }
}

await Promise.all(Array.from({ length: callers ?? 1 }, (_, caller) => call(caller)));
