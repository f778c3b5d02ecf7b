/** The process of a backlog: what it builds, and what ends it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { NewRawEvent } from '#events/envelope.ts';
import { mainOrgId, strangersOrgId } from '#projections/testing/people.ts';
import { type Backlog, type BuildBacklog, createBacklogProcess } from '../analysis/backlog.ts';
import type { RunningTables } from '../analysis/follower.ts';
import { caseEntriesPath } from '../analysis/table-folders.ts';
import { foldPlainTables, sortedLinesOfRows } from '../analysis/testing/plain-tables.ts';
import type { EventStore } from '../eventstore/port.ts';
import {
  type Installation,
  type InstallationOptions,
  openBacklogInstallation,
} from './testing/backlog-installation.ts';

const script = fileURLToPath(new URL('./backlog-child.ts', import.meta.url));
const EVENTS = 200;

/** A log of three commits. */
const threeCommits = { steps: 700, commitEvents: 256 };

let opened: Installation | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function openInstallation(options: Partial<InstallationOptions> = {}): Promise<Installation> {
  opened = await openBacklogInstallation({ steps: EVENTS, ...options });
  return opened;
}

const linesOf = async ({ kept }: Installation) => [
  await kept.lines(mainOrgId),
  await kept.lines(strangersOrgId),
];

const startWith = ({ kept }: Installation, buildBacklog?: BuildBacklog): RunningTables =>
  kept.start({ buildBacklog, backlogEvents: EVENTS });

type Until = {
  /** Called when the process asks for the lease for this time: first at its start, then before each commit. */
  onAsk: () => void;
  ask?: number;
  signal?: AbortSignal;
  program?: string;
};

const buildUntil =
  ({ place }: Installation, { onAsk, ask = 2, signal, program = script }: Until): BuildBacklog =>
  backlog => {
    let asked = 0;
    const holds = () => {
      asked += 1;
      if (asked === ask) onAsk();
      return backlog.holds();
    };
    return createBacklogProcess(program, place)({ ...backlog, holds, signal: signal ?? backlog.signal });
  };

async function expectPlain({ kept }: Installation) {
  const events = await Array.fromAsync(kept.log.readAll());
  for (const orgId of [mainOrgId, strangersOrgId]) {
    const plain = sortedLinesOfRows(foldPlainTables(events, orgId), await kept.pseudonyms.of(orgId));
    expect(await kept.lines(orgId)).toEqual(plain);
  }
}

it('builds the rows that the server itself builds, and says how far it is', async () => {
  const one = await openInstallation();
  const committed: bigint[] = [];
  const backlog: Backlog = {
    to: await one.kept.log.head(),
    holds: async () => true,
    onCommit: async position => void committed.push(position),
    signal: new AbortController().signal,
  };
  await createBacklogProcess(script, one.place)(backlog);
  expect(committed).toEqual([backlog.to]);
  const built = await linesOf(one);
  rmSync(one.kept.dir, { recursive: true });
  const running = one.kept.start();
  await running.idle();
  await running.stop();
  expect(built).toEqual(await linesOf(one));
  await expectPlain(one);
});

it('builds up to a position only, and the server goes on from there', async () => {
  const one = await openInstallation();
  const heads: bigint[] = [];
  const running = startWith(one, async backlog => {
    heads.push(backlog.to);
    for (let i = 0; i < 30; i++) await one.walk.step();
    return createBacklogProcess(
      script,
      one.place,
    )({
      ...backlog,
      onCommit: async position => {
        heads.push(position);
        await backlog.onCommit(position);
      },
    });
  });
  await running.idle();
  await running.stop();
  expect(heads[1]).toBe(heads[0]);
  expect(await one.kept.log.head()).toBeGreaterThan(heads[0] ?? 0n);
  await expectPlain(one);
});

it.each([
  ['before its first commit, from the start', 2, false],
  ['after its first commit, from there', 3, true],
])('is replaced by the server itself if it is killed %s', async (_when, ask, isFromCommit) => {
  const one = await openInstallation(threeCommits);
  const killing = new AbortController();
  const onAsk = () => killing.abort(new Error('killed'));
  const begins: bigint[] = [];
  const sealedLog: EventStore = {
    ...one.sealedLog,
    subscribeBatches: (after, how) => {
      begins.push(after);
      return one.sealedLog.subscribeBatches(after, how);
    },
  };
  const buildBacklog = buildUntil(one, { onAsk, ask, signal: killing.signal });
  const running = one.kept.start({ sealedLog, buildBacklog, backlogEvents: EVENTS });
  await running.idle();
  await running.stop();
  expect(killing.signal.aborted).toBe(true);
  expect(begins.map(begin => begin > 0n)).toEqual([isFromCommit]);
  await expectPlain(one);
});

it('is replaced by the server itself if it fails between the manifest of a commit and its entries', async () => {
  const one = await openInstallation(threeCommits);
  let lock: DatabaseSync | undefined;
  const onAsk = () => {
    lock = new DatabaseSync(caseEntriesPath(one.kept.dir));
    lock.exec('BEGIN IMMEDIATE');
  };
  const build = buildUntil(one, { onAsk });
  const ends: unknown[] = [];
  const running = startWith(one, backlog =>
    build(backlog)
      .catch(async (error: unknown) => {
        ends.push(error, (await one.kept.tables.open(mainOrgId)).last?.position);
        throw error;
      })
      .finally(() => lock?.close()),
  );
  await running.idle();
  await running.stop();
  expect(ends).toEqual([expect.objectContaining({ name: 'ChildCrashError' }), expect.any(BigInt)]);
  expect(ends[1]).toBeLessThan(await one.kept.log.head());
  await expectPlain(one);
});

it('keeps facts of erased patients out of the tables although the vault has their keys', async () => {
  const one = await openInstallation();
  const to = await one.kept.log.head();
  const clear = foldPlainTables(await Array.fromAsync(one.kept.log.readAll()), mainOrgId).case_facts;
  const caseId = clear.find(({ ageBand }) => ageBand !== null)?.caseId ?? '';
  const erased = { type: 'PatientErased', data: { patient: caseId }, subject: caseId };
  const stamp = { id: 'erasing', at: '2026-01-01T00:00:00Z', by: 'system' };
  await one.kept.log.append(caseStreamOf(caseId), 'any', [{ ...erased, ...stamp }]);
  const backlog = { to, holds: async () => true, onCommit: async () => undefined };
  await createBacklogProcess(script, one.place)({ ...backlog, signal: new AbortController().signal });
  const { case_facts } = (await linesOf(one))[0] ?? { case_facts: [] };
  const facts = case_facts.filter(line => line.startsWith(`["${caseId}"`));
  expect(facts).toEqual([`["${caseId}",null,null,null,null,null,null,null,null,[],[],false]`]);
});

it('ends when the server stops to follow the log', async () => {
  const one = await openInstallation();
  const [program, pidFile] = [join(one.place.dataDir, 'child.mjs'), join(one.place.dataDir, 'pid')];
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    await import(${JSON.stringify(script)});`,
  );
  let isEnded = false;
  let stopped: Promise<void> | undefined;
  const onAsk = () => {
    stopped = running.stop();
  };
  const build = buildUntil(one, { onAsk, program });
  const running = startWith(one, backlog =>
    build(backlog).finally(() => {
      isEnded = true;
    }),
  );
  await running.idle();
  await stopped;
  expect(isEnded).toBe(true);
  const pid = Number(readFileSync(pidFile, 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('ends with the server', async () => {
  const one = await openInstallation();
  const child = fork(script);
  child.send({ place: one.place, to: String(await one.kept.log.head()) });
  expect(await once(child, 'message')).toEqual([{ asks: 'lease' }, undefined]);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('says why the tables cannot be kept', async () => {
  const one = await openInstallation();
  const [caseId = ''] = one.walk.states.keys();
  // Cast: an event of a later version.
  const teleported = {
    id: 'e-1',
    type: 'CaseTeleported',
    v: 1,
    data: {},
    at: '2026-01-01T00:00:00Z',
    by: 'p-li',
  } as NewRawEvent;
  await one.inner.append(caseStreamOf(caseId), 'any', [teleported]);
  const running = startWith(one, createBacklogProcess(script, one.place));
  await running.idle();
  expect(running.fault()).toContain('CaseTeleported');
  await running.stop();
});
