/**
 * kill -9 at random moments while the read models follow the log. Afterwards they must equal read models
 * built from the log.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openReadModels, type ReadModels } from '#projections/readmodels.ts';
import { runCrashLoop } from '#services/eventstore/crash/crash-loop.ts';
import { type InspectFolder, openDataFolder } from '#services/eventstore/crash/data-folder.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';

const script = fileURLToPath(new URL('./crash-writer.ts', import.meta.url));
const viewer = { id: 'doctor', position: 'Doctor', orgId: 'o', serves: [] } as const;
/** Number of kills; `ROUNDS=n` overrides it. */
const rounds = Number(process.env.ROUNDS ?? 20);
const clock = { now: () => 1_790_000_000_000 };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-crash-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Everything that the doctor can read: all list pages, all case states, the counters. */
function everything(models: ReadModels): string {
  const ctx = { viewer, hidden: false, person: models.personRef, logId: models.logId };
  const query = { tab: 'all', sort: 'caseId', descending: false, size: 100 } as const;
  const { total } = models.caseItems(ctx, { ...query, page: 1 });
  const pages = Array.from(
    { length: Math.ceil(total / 100) },
    (_, i) => models.caseItems(ctx, { ...query, page: i + 1 }).items,
  );
  const items = pages.flat();
  return JSON.stringify([models.counts(viewer), items, items.map(item => models.state(item.caseId))]);
}

const inspect: InspectFolder = async (folderDir, told) => {
  const folder = await openDataFolder(folderDir);
  const store = createVersionedStore(folder.store);
  const kept = await openReadModels({ store, dir: folderDir, clock });
  const fresh = await openReadModels({ store, dir: ':memory:', clock });
  try {
    const head = await folder.store.head();
    const acknowledged = Math.max(0, ...told.flatMap(line => ('position' in line ? [line.position] : [])));
    if (head < BigInt(acknowledged))
      return [`lost: the log ends at ${head}, ${acknowledged} was acknowledged`];
    for (const models of [kept, fresh])
      if (!(await models.reached(head, 120_000))) return ['the read models never caught up'];
    return everything(kept) === everything(fresh)
      ? []
      : ['drift: the stored read models differ from rebuilt ones'];
  } finally {
    await kept.close();
    await fresh.close();
    await folder.close();
  }
};

it(`${rounds} kills leave no drift between the log and the read models`, async () => {
  const report = await runCrashLoop({ dir, rounds, seed: 5, inspect, script });
  expect(report.faults).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(10 * rounds);
  expect(report.killedWriting).toBeGreaterThan(0.6 * rounds);
});
