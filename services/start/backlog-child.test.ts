/** The process of a backlog: what it builds, and what ends it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { NewRawEvent } from '#events/envelope.ts';
import { mainOrgId, strangersOrgId } from '#projections/testing/people.ts';
import { type Backlog, type BuildBacklog, createBacklogProcess } from '../analysis/backlog.ts';
import type { RunningTables } from '../analysis/follower.ts';
import { analysisFolder, tablesFolder } from '../analysis/table-folders.ts';
import { openTestTables, type TestTables, walkTwoOrganisations } from '../analysis/testing/kept-tables.ts';
import { foldPlainTables, sortedLinesOfRows } from '../analysis/testing/plain-tables.ts';
import type { EventStore, RawEventStore } from '../eventstore/port.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { createKeyring } from '../vault/keyring.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { deriveKey, loadSecret } from '../vault/secret.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import type { BacklogPlace } from './installation.ts';

const script = fileURLToPath(new URL('./backlog-child.ts', import.meta.url));
const EVENTS = 200;

type Walk = Awaited<ReturnType<typeof walkTwoOrganisations>>;
type Installation = {
  kept: TestTables;
  inner: RawEventStore;
  sealedLog: EventStore;
  walk: Walk;
  place: BacklogPlace;
  close(): Promise<void>;
};
let opened: Installation | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** An installation in a data folder, whose log has more events than a backlog, and the tables that a server would keep. */
async function openInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-backlog-'));
  const vault = openSqliteVault({ dir: dataDir });
  const inner = openSqliteStore({ dir: dataDir });
  const secret = loadSecret({ dir: dataDir });
  const keyring = createKeyring(vault, secret);
  await keyring.check();
  const log = createVersionedStore(createSealedStore(inner, { keyring }));
  const sealedLog = createVersionedStore(inner, { sealed: true });
  const keyFor = (purpose: string) => deriveKey(secret, purpose);
  const dir = tablesFolder(analysisFolder(dataDir), log.id);
  const kept = openTestTables({ log, sealedLog, vault, keyFor, dir });
  const walk = await walkTwoOrganisations(log, { seed: 7, steps: EVENTS });
  const close = async () => {
    await inner.close();
    await vault.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const place = { dataDir, eventStore: { driver: 'sqlite' }, s3: undefined, secretFile: undefined } as const;
  opened = { kept, inner, sealedLog, walk, place: { ...place, logLevel: 'silent' }, close };
  return opened;
}

const linesOf = async ({ kept }: Installation) => [
  await kept.lines(mainOrgId),
  await kept.lines(strangersOrgId),
];

const startWith = ({ kept }: Installation, buildBacklog?: BuildBacklog): RunningTables =>
  kept.start({ buildBacklog, backlogEvents: EVENTS });

/** How to build a backlog in a process that does something when it asks for the lease for the second time: it works then. */
const buildUntil =
  ({ place }: Installation, then: () => void, signalOf = ({ signal }: Backlog) => signal): BuildBacklog =>
  backlog => {
    let asked = 0;
    const holds = () => {
      asked += 1;
      if (asked === 2) then();
      return backlog.holds();
    };
    return createBacklogProcess(script, place)({ ...backlog, holds, signal: signalOf(backlog) });
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

it('is replaced by the server itself if it is killed while it builds', async () => {
  const one = await openInstallation();
  const killing = new AbortController();
  const kill = () => killing.abort(new Error('killed'));
  const running = startWith(
    one,
    buildUntil(one, kill, () => killing.signal),
  );
  await running.idle();
  await running.stop();
  expect(killing.signal.aborted).toBe(true);
  await expectPlain(one);
});

it('ends when the server stops to follow the log', async () => {
  const one = await openInstallation();
  let isEnded = false;
  let stopped: Promise<void> | undefined;
  const build = buildUntil(one, () => {
    stopped = running.stop();
  });
  const running = startWith(one, backlog =>
    build(backlog).finally(() => {
      isEnded = true;
    }),
  );
  await running.idle();
  await stopped;
  expect(isEnded).toBe(true);
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
