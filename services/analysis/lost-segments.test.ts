/** Segments that were damaged, and facts that have to go, while the tables are used: set aside, told, built again. */
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { NewEvent, Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { mainOrgId } from '#projections/testing/people.ts';
import type { EventStore } from '../eventstore/port.ts';
import { createAsk } from './ask.ts';
import { createErasureWatch } from './erasure-watch.ts';
import { filesOfManifest, readManifest } from './manifest.ts';
import { createServedManifests } from './served-manifests.ts';
import { organisationFolder } from './table-folders.ts';
import { tableNames } from './tables.ts';
import { openTestTables, type TestTables, walkTwoOrganisations } from './testing/kept-tables.ts';
import { foldPlainTables, sortedLinesOfRows } from './testing/plain-tables.ts';

let kept: TestTables;
afterEach(() => kept.dispose());

async function expectPlain() {
  const events = await Array.fromAsync(kept.log.readAll());
  const pseudonym = await kept.pseudonyms.of(mainOrgId);
  expect(await kept.lines(mainOrgId)).toEqual(
    sortedLinesOfRows(foldPlainTables(events, mainOrgId), pseudonym),
  );
}

const manifest = async () => {
  const read = await readManifest(kept.tableStore.organisation(mainOrgId), kept.log.id);
  if (!read) throw new Error('there are no tables');
  return read;
};

/** Overwrites the middle of the largest segment: its size stays. */
async function damageLargest() {
  const dir = organisationFolder(kept.dir, mainOrgId);
  const paths = filesOfManifest(await manifest()).map(({ file }) => join(dir, file));
  const [path = ''] = paths.toSorted((a, b) => statSync(b).size - statSync(a).size);
  const handle = openSync(path, 'r+');
  const bytes = Buffer.alloc(statSync(path).size, 0xa5);
  writeSync(handle, bytes, 0, bytes.length, 0);
  closeSync(handle);
}

const countSql = 'SELECT count(*) AS n FROM events';

describe('a segment that is damaged while the tables are kept', () => {
  it('is left out of the next answer, which says the range, and is built again', async () => {
    kept = openTestTables();
    await walkTwoOrganisations(kept.log, { seed: 4, steps: 300 });
    const begun = kept.start();
    await begun.idle();
    await begun.stop();
    const open = await kept.tables.open(mainOrgId);
    await damageLargest();
    const { rows } = await open.run(countSql);
    expect(rows).toHaveLength(1);
    expect(open.lacks()).toMatchObject([
      { table: expect.any(String), from: expect.stringMatching(/^\d+$/), to: expect.stringMatching(/^\d+$/) },
    ]);
    const running = kept.start();
    await expect.poll(async () => (await manifest()).lacks ?? []).toEqual([]);
    await expectPlain();

    // The follower finds the next one at its tick, without an event.
    await damageLargest();
    await kept.lines(mainOrgId);
    const files = kept.tableStore.organisation(mainOrgId);
    await expect
      .poll(async () => {
        const { lacks = [], ...now } = await manifest();
        return [...lacks, ...(await files.check(filesOfManifest(now))).damaged];
      })
      .toEqual([]);
    await running.stop();
    await expectPlain();
  });

  it('does not fail a question in SQL', async () => {
    kept = openTestTables();
    await walkTwoOrganisations(kept.log, { seed: 4, steps: 300 });
    const running = kept.start();
    await running.idle();
    await running.stop();
    await damageLargest();
    const { ask } = createAsk({ timers: { every: () => () => undefined } });
    const asked = { by: 'p-analyst', tables: tableNames, params: {}, rows: 10 };
    const { rows } = await ask({ ...asked, sql: countSql, open: () => kept.tables.open(mainOrgId) });
    expect(rows).toHaveLength(1);
    expect((await kept.tables.open(mainOrgId)).lacks()).not.toEqual([]);
  });

  it('leaves whole tables alone when a question fails', async () => {
    kept = openTestTables();
    await walkTwoOrganisations(kept.log, { seed: 4, steps: 100 });
    const running = kept.start();
    await running.idle();
    await running.stop();
    const { number } = await manifest();
    const open = await kept.tables.open(mainOrgId);
    await expect(open.run('SELECT nothing FROM events')).rejects.toThrow('nothing');
    expect((await manifest()).number).toBe(number);
  });
});

/** A log in which the tables' follower meets an event of a later version. */
const withUnknownEvent = (log: EventStore, after: bigint): EventStore => ({
  ...log,
  subscribeBatches: async function* (from, options) {
    // Cast: an event of a later version.
    for await (const batch of log.subscribeBatches(from, options))
      yield batch.map(event =>
        event.position > after && event.stream.startsWith('case-')
          ? ({ ...event, type: 'CaseTeleported' } as Recorded)
          : event,
      );
  },
});

/** The log as a follower knows it that has not read further. */
const logUpTo = (log: EventStore, head: LogPosition): EventStore => ({
  ...log,
  head: async () => head,
  subscribeBatches: async function* (from, options) {
    for await (const batch of log.subscribeBatches(from, options)) {
      const known = batch.filter(({ position }) => position <= head);
      if (known.length > 0) yield known;
    }
  },
});

describe('facts of a patient who is erased after the follower has stopped', () => {
  it('are in no file a minute later', async () => {
    kept = openTestTables();
    const walk = await walkTwoOrganisations(kept.log, { seed: 8, steps: 400 });
    const begun = kept.start();
    await begun.idle();
    await begun.stop();
    const before = await manifest();
    expect(before.tables.case_facts).not.toEqual([]);

    const running = kept.start({ sealedLog: withUnknownEvent(kept.log, await kept.log.head()) });
    const care = kept.careOnce();
    const [caseId = ''] = [...walk.states].find(([, { servedBy }]) => servedBy === mainOrgId) ?? [];
    const erasing: NewEvent = {
      ...{ id: 'erasing', type: 'PatientErased', data: { patient: caseId } },
      ...{ at: walk.now(), by: 'system', subject: caseId },
    };
    await kept.log.append(caseStreamOf(caseId), BigInt(walk.states.get(caseId)?.revision ?? -1), [erasing]);
    await running.idle();
    expect(running.fault()).toContain('CaseTeleported');

    const lost = before.tables.case_facts.map(({ file }) => file);
    const dir = organisationFolder(kept.dir, mainOrgId);
    const left = () => readdirSync(dir).filter(name => lost.includes(name));
    expect(left()).toEqual(lost);
    for (let seconds = 0; seconds <= 60; seconds += 5) await care.look(seconds * 1000);
    expect(left()).toEqual([]);
    const open = await kept.tables.open(mainOrgId);
    expect(new Set(open.lacks().map(({ table }) => table))).toEqual(new Set(['case_facts']));
    expect((await open.run('SELECT count(*) FROM case_facts')).rows).toEqual([[0]]);
    expect((await open.run('SELECT count(*) > 0 FROM events')).rows).toEqual([[true]]);
    await running.stop();

    // A version that knows the event builds everything again.
    const later = kept.start();
    await later.idle();
    await later.stop();
    expect((await manifest()).lacks ?? []).toEqual([]);
    await expectPlain();
  });

  it('are in no file either if they are written after the erasure', async () => {
    kept = openTestTables();
    const walk = await walkTwoOrganisations(kept.log, { seed: 8, steps: 400 });
    const head = await kept.log.head();
    const watch = createErasureWatch({ sealedLog: kept.log, tableStore: kept.tableStore, holder: 'watch' });
    await watch.look(0);
    const [caseId = ''] = [...walk.states].find(([, { servedBy }]) => servedBy === mainOrgId) ?? [];
    const erasing: NewEvent = {
      ...{ id: 'erasing', type: 'PatientErased', data: { patient: caseId } },
      ...{ at: walk.now(), by: 'system', subject: caseId },
    };
    await kept.log.append(caseStreamOf(caseId), BigInt(walk.states.get(caseId)?.revision ?? -1), [erasing]);
    for (const seconds of [5, 60]) await watch.look(seconds * 1000);
    const running = kept.start({ sealedLog: logUpTo(kept.log, head) });
    await running.idle();
    await running.stop();
    expect((await manifest()).tables.case_facts).not.toEqual([]);
    await watch.look(65_000);
    expect((await manifest()).tables.case_facts).toEqual([]);
  });

  it('are left to the follower while it goes on', async () => {
    kept = openTestTables();
    await walkTwoOrganisations(kept.log, { seed: 8, steps: 200 });
    const running = kept.start();
    await running.idle();
    await running.stop();
    const { number } = await manifest();
    const watch = createErasureWatch({ sealedLog: kept.log, tableStore: kept.tableStore, holder: 'watch' });
    for (const seconds of [0, 10, 60]) await watch.look(seconds * 1000);
    expect((await manifest()).number).toBe(number);
  });
});

it('answers the older rows while tables that lack some are built again', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 4, steps: 300 });
  const first = kept.start();
  await first.idle();
  await first.stop();
  const served = createServedManifests({ tableStore: kept.tableStore, logId: kept.log.id, holder: 'reader' });
  await damageLargest();
  await served.repair(mainOrgId, await manifest());
  const { number, last } = await manifest();
  // The building ends at its second commit, before it has reached what is served.
  let commits = 0;
  const ended = Promise.withResolvers<void>();
  const running = kept.start({
    lingerMs: 0,
    restMs: 0,
    onStep: step => {
      if (step !== 'segments' || ++commits < 2) return;
      ended.resolve();
      throw new Error('killed');
    },
  });
  await Promise.race([ended.promise, running.idle()]);
  await running.stop();
  const meanwhile = await manifest();
  expect(meanwhile.number).toBeGreaterThan(number);
  expect(meanwhile.last).toEqual(last);
  expect(filesOfManifest(meanwhile).length).toBeGreaterThan(0);
  const again = kept.start();
  await again.idle();
  await again.stop();
  await expectPlain();
});
