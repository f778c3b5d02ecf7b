/** Following the log: what stops it, what it survives, and what it leaves alone. */
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { dataAccessStreamOf } from '#events/person/events.ts';
import { mainOrgId, strangersOrgId } from '#projections/testing/people.ts';
import { ChildCrashError } from '../childProcess/child.ts';
import { systemTimers } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { type EventStore, StoreClosedError } from '../eventstore/port.ts';
import { BacklogFaultError, type BuildBacklog } from './backlog.ts';
import { openTestTables, type TestTables, walkTwoOrganisations } from './testing/kept-tables.ts';
import { foldPlainTables, sortedLinesOfRows } from './testing/plain-tables.ts';
import { createSegmentWriter, DuckDbAbsentError, type SegmentWriter } from './writer.ts';

let kept: TestTables;
afterEach(() => kept.dispose());

async function expectPlain(orgId: string) {
  const events = await Array.fromAsync(kept.log.readAll());
  const pseudonym = await kept.pseudonyms.of(orgId);
  expect(await kept.lines(orgId)).toEqual(sortedLinesOfRows(foldPlainTables(events, orgId), pseudonym));
}

it('stops at an event that this version does not know, by its name', async () => {
  kept = openTestTables();
  const walk = await walkTwoOrganisations(kept.log, { seed: 3, steps: 60 });
  const [caseId = ''] = walk.states.keys();
  const unknown: EventStore = {
    ...kept.log,
    subscribeBatches: async function* (after, options) {
      // Cast: an event of a later version.
      for await (const batch of kept.log.subscribeBatches(after, options))
        yield batch.map(event =>
          event.stream === caseStreamOf(caseId) && event.revision === 2
            ? ({ ...event, type: 'CaseTeleported' } as Recorded)
            : event,
        );
    },
  };
  const running = kept.start({ sealedLog: unknown });
  await running.idle();
  expect(running.fault()).toContain('CaseTeleported');
  await running.stop();
});

it('stops where DuckDB is not installed', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 3, steps: 20 });
  const running = kept.start({ write: () => Promise.reject(new DuckDbAbsentError()) });
  await running.idle();
  expect(running.fault()).toBe('DuckDB is not installed');
  await running.stop();
});

it.each([
  ['a full disk', () => new Error('writing segments failed: IO Error: No space left on device')],
  ['the end of the writing process', () => new ChildCrashError('SIGKILL')],
])('goes on after %s', async (_what, failure) => {
  kept = openTestTables();
  const walk = await walkTwoOrganisations(kept.log, { seed: 3, steps: 150 });
  const real = createSegmentWriter();
  let failing = 3;
  const write: SegmentWriter = async jobs => {
    if (failing-- > 0) throw failure();
    return real(jobs);
  };
  const running = kept.start({ write });
  await running.idle();
  for (let i = 0; i < 30; i++) await walk.step();
  await running.idle();
  await running.stop();
  await expectPlain(mainOrgId);
});

it('ends at the first error of a run if it does not retry', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 3, steps: 20 });
  const real = createSegmentWriter();
  let failing = 1;
  const write: SegmentWriter = async jobs => {
    if (failing-- > 0) throw new Error('No space left on device');
    return real(jobs);
  };
  const running = kept.start({ write, retries: false });
  await expect(running.idle()).rejects.toThrow('No space left');
  await expect(running.stop()).rejects.toThrow('No space left');
});

it('waits for no event any more once the log is closed', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 3, steps: 20 });
  let heads = 0;
  const closed: EventStore = {
    ...kept.log,
    // A loop that never waits would keep this process busy for ever.
    head: () => (++heads > 1_000 ? Promise.reject(new Error('waits without a rest')) : kept.log.head()),
    subscribeBatches: async function* () {
      yield* [];
      throw new StoreClosedError();
    },
  };
  const running = kept.start({ sealedLog: closed });
  await expect(running.idle()).resolves.toBeUndefined();
  await running.stop();
});

it('goes on from the saved entries after a restart, without reading the log from its start', async () => {
  kept = openTestTables();
  const walk = await walkTwoOrganisations(kept.log, { seed: 10, steps: 300 });
  const begins: bigint[] = [];
  const watched: EventStore = {
    ...kept.log,
    subscribeBatches: (after, options) => {
      begins.push(after);
      return kept.log.subscribeBatches(after, options);
    },
  };
  for (let round = 0; round < 3; round++) {
    const running = kept.start({ sealedLog: watched, saveEvents: 5 });
    await running.idle();
    for (let i = 0; i < 40; i++) await walk.step();
    await running.idle();
    await running.stop();
    await expectPlain(mainOrgId);
    await expectPlain(strangersOrgId);
  }
  // Each restart begins after the last final event of the saved point, a hundred events before its head at most.
  const [first, ...others] = begins;
  expect(first).toBe(0n);
  expect(others).toHaveLength(2);
  expect(others.every((begin, i) => begin > (begins[i] ?? 0n))).toBe(true);
  expect(others[0]).toBeGreaterThan(100n);
});

it('writes nothing for events that are no rows, and loses no row that becomes final meanwhile', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 10, steps: 300 });
  const real = createSegmentWriter();
  let writes = 0;
  const write: SegmentWriter = jobs => {
    writes += 1;
    return real(jobs);
  };
  let running = kept.start({ write });
  await running.idle();
  const built = writes;
  const look = async (n: number) => {
    const stamp = { id: `look-${n}`, at: new Date().toISOString(), by: 'p-li' };
    const opened = { type: 'EyeOpened', data: { personId: 'p-li' }, ...stamp };
    await kept.log.append(dataAccessStreamOf('p-li'), 'any', [opened]);
    await running.idle();
  };
  // More than the events whose clock may change, so that all rows are final in the end.
  for (let n = 0; n < 120; n++) await look(n);
  expect(writes).toBe(built);
  await expectPlain(mainOrgId);
  await running.stop();
  running = kept.start({ write, saveEvents: 5 });
  await running.idle();
  for (let n = 120; n < 130; n++) await look(n);
  await running.stop();
  running = kept.start({ write });
  await running.idle();
  await running.stop();
  await expectPlain(mainOrgId);
  await expectPlain(strangersOrgId);
});

it('goes on from the last commit after a restart, and from the log’s start without the entries', async () => {
  kept = openTestTables();
  const walk = await walkTwoOrganisations(kept.log, { seed: 10, steps: 400 });
  for (let round = 0; round < 3; round++) {
    const running = kept.start();
    await running.idle();
    for (let i = 0; i < 40; i++) await walk.step();
    await running.idle();
    await running.stop();
  }
  await expectPlain(mainOrgId);
  await expectPlain(strangersOrgId);
});

it('changes no answer about one organisation by a case of another', async () => {
  kept = openTestTables();
  const walk = await walkTwoOrganisations(kept.log, { seed: 2, steps: 400 });
  const running = kept.start();
  await running.idle();
  const before = {
    rows: await kept.lines(strangersOrgId),
    last: (await kept.tables.open(strangersOrgId)).last,
  };
  let steps = 0;
  while (steps < 60) {
    const heads = await kept.log.head();
    const step = await walk.step();
    if (!step) continue;
    if (walk.states.get(step.caseId)?.servedBy === strangersOrgId) {
      // The walk took a step of the other organisation: from here on, that is what it looked like before.
      await running.idle();
      before.rows = await kept.lines(strangersOrgId);
      before.last = (await kept.tables.open(strangersOrgId)).last;
    } else if ((await kept.log.head()) > heads) steps++;
  }
  await running.idle();
  expect({
    rows: await kept.lines(strangersOrgId),
    last: (await kept.tables.open(strangersOrgId)).last,
  }).toEqual(before);
  await running.stop();
});

it('says when an event is in the tables, and when it is not in time', async () => {
  kept = openTestTables();
  const walk = await walkTwoOrganisations(kept.log, { seed: 2, steps: 50 });
  const running = kept.start({ timers: systemTimers });
  expect(await running.reached(await kept.log.head(), 300_000)).toBe(true);
  await walk.step();
  const head = await kept.log.head();
  expect(await running.reached(head, 300_000)).toBe(true);
  expect((await kept.tables.open(mainOrgId)).last).not.toBeNull();
  expect(await running.reached(head + 1n, 1)).toBe(false);
  await running.stop();
});

it('builds the tables again for a log that was restored from an older backup', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 2, steps: 200 });
  const running = kept.start();
  await running.idle();
  await running.stop();
  // The log of the same name, with fewer events, which are others.
  const restored = createMemoryStore({ id: kept.log.id });
  await walkTwoOrganisations(restored, { seed: 12, steps: 80 });
  const again = kept.start({ sealedLog: restored, store: restored });
  await again.idle();
  await again.stop();
  const events = await Array.fromAsync(restored.readAll());
  const pseudonym = await kept.pseudonyms.of(mainOrgId);
  expect(await kept.lines(mainOrgId)).toEqual(
    sortedLinesOfRows(foldPlainTables(events, mainOrgId), pseudonym),
  );
});

it('has a long backlog built elsewhere, once, and goes on from there', async () => {
  kept = openTestTables();
  const walk = await walkTwoOrganisations(kept.log, { seed: 10, steps: 200 });
  const heads: bigint[] = [];
  const other = openTestTables({ log: kept.log, vault: kept.vault, dir: kept.dir });
  const buildBacklog: BuildBacklog = async ({ to, holds, onCommit }) => {
    heads.push(to);
    const lease = { hold: holds, release: async () => undefined };
    const elsewhere = other.start({ lease, saveEvents: 1 });
    await elsewhere.idle();
    await elsewhere.stop();
    await onCommit(to);
  };
  const start = () => kept.start({ buildBacklog, backlogEvents: 150, saveEvents: 5 });
  const head = await kept.log.head();
  let running = start();
  await running.idle();
  expect(heads).toEqual([head]);
  for (let i = 0; i < 40; i++) await walk.step();
  await running.idle();
  await running.stop();
  running = start();
  await running.idle();
  await running.stop();
  // The rest of the log was no long backlog any more.
  expect(heads).toEqual([head]);
  await expectPlain(mainOrgId);
  await expectPlain(strangersOrgId);
});

it('builds a long backlog itself if the other process crashes', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 10, steps: 200 });
  const buildBacklog = () => Promise.reject(new ChildCrashError('SIGKILL'));
  const running = kept.start({ buildBacklog, backlogEvents: 150 });
  await running.idle();
  await running.stop();
  await expectPlain(mainOrgId);
});

it('stops if the other process finds that the tables cannot be kept', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 10, steps: 200 });
  const buildBacklog = () => Promise.reject(new BacklogFaultError('DuckDB is not installed'));
  const running = kept.start({ buildBacklog, backlogEvents: 150 });
  await running.idle();
  expect(running.fault()).toBe('DuckDB is not installed');
  await running.stop();
});

it('ends the other process when it has lost the lease', async () => {
  kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed: 10, steps: 200 });
  const key = 'lease/analysis tables';
  const ends: boolean[] = [];
  const buildBacklog: BuildBacklog = async ({ signal, holds }) => {
    // The second process that is started may build; here, nothing is left to be done for it.
    if (ends.length > 0) return;
    await kept.vault.put(key, { holder: 'another', until: Date.now() + 3_600_000 });
    await once(signal, 'abort');
    ends.push(await holds());
    await kept.vault.delete(key);
    throw signal.reason;
  };
  const running = kept.start({ buildBacklog, backlogEvents: 150 });
  await running.idle();
  await running.stop();
  expect(ends).toEqual([false]);
  await expectPlain(mainOrgId);
});
