/** The tables on a file system that becomes full during commits: what is committed stays, and the rest follows. */
import { expect, it } from 'vitest';
import { mainOrgId } from '#projections/testing/people.ts';
import { FaultUnsupportedError } from '../../infra/faults/fault.ts';
import { makeSmallDisk, type SmallDisk } from '../../infra/faults/small-disk.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';
import { foldPlainTables, sortedLinesOfRows } from './testing/plain-tables.ts';

const DISK = 8 * 1024 * 1024;
/** Bytes that are left free: nothing, a manifest's, some segments'. */
const rooms = [0, 6_000, 40_000];

function smallDisk(): SmallDisk | undefined {
  try {
    return makeSmallDisk(DISK);
  } catch (error) {
    if (!(error instanceof FaultUnsupportedError)) throw error;
    console.log(`NOT RUN: the tables on a full disk (${error.message})`);
    return undefined;
  }
}

it('keeps what it has on a full disk, and goes on when there is room', async ({ skip }) => {
  const disk = smallDisk();
  if (!disk) return skip();
  const kept = openTestTables({ dir: disk.dir });
  try {
    const walk = await walkTwoOrganisations(kept.log, { seed: 3, steps: 120 });
    const failures: unknown[] = [];
    const log = { warn: () => undefined, error: (...given: unknown[]) => void failures.push(given) };
    const running = kept.start({ log });
    await running.idle();
    for (const room of rooms) {
      const before = (await kept.tables.open(mainOrgId)).last;
      disk.fill(room);
      const count = failures.length;
      for (let i = 0; i < 40; i++) await walk.step();
      await expect.poll(() => failures.length).toBeGreaterThan(count);
      const open = await kept.tables.open(mainOrgId);
      expect(open.last?.position).toBeGreaterThanOrEqual(before?.position ?? 0n);
      expect((await open.run('SELECT count(*) > 0 FROM events')).rows).toEqual([[true]]);
      disk.free();
      await running.idle();
    }
    await running.stop();
    const events = await Array.fromAsync(kept.log.readAll());
    const pseudonym = await kept.pseudonyms.of(mainOrgId);
    expect(await kept.lines(mainOrgId)).toEqual(
      sortedLinesOfRows(foldPlainTables(events, mainOrgId), pseudonym),
    );
  } finally {
    disk.remove();
  }
});
