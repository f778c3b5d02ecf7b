/**
 * Child process: builds the analysts' tables up to a position of the log, as the server's follower does on its own thread. It
 * opens the installation beside the server, which keeps the lease and learns of each commit. It may be killed at any time: what
 * it has not committed is built again. Its first error ends it, and the server's thread goes on from its last commit.
 */
import { once } from 'node:events';
import { patientErasedBy } from '#events/case/erasing.ts';
import { caseStreamPrefix } from '#events/case/stream.ts';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import type { BacklogMessage, BacklogWork, LeaseAnswer } from '../analysis/backlog.ts';
import { startTables, type TablesDeps } from '../analysis/follower.ts';
import { createPseudonyms } from '../analysis/pseudonym.ts';
import { createFolderTableStore } from '../analysis/table-folder.ts';
import { analysisFolder, tablesFolder } from '../analysis/table-folders.ts';
import { createSegmentWriter } from '../analysis/writer.ts';
import { systemClock, systemIds, systemTimers } from '../clock/clock.ts';
import type { EventReader } from '../eventstore/port.ts';
import { createVersionedReader } from '../eventstore/versioned-store.ts';
import { createLog, type Log } from '../logging/log.ts';
import { createSubjectKeyring, type Keyring } from '../vault/keyring.ts';
import { createEventOpener, createSealedReader } from '../vault/sealed-store.ts';
import { deriveKey } from '../vault/secret.ts';
import { type BacklogBuildSettings, type OpenInstallation, withInstallation } from './installation.ts';

const send = (message: BacklogMessage) =>
  new Promise<void>(resolve => {
    process.send?.(message, () => resolve());
  });

/** The server's lease. The server answers in the order of the questions. */
function createServerLease(): NonNullable<TablesDeps['lease']> {
  const asking: ((holds: boolean) => void)[] = [];
  process.on('message', ({ holds }: LeaseAnswer) => asking.shift()?.(holds));
  const hold = () =>
    new Promise<boolean>(resolve => {
      asking.push(resolve);
      void send({ asks: 'lease' });
    });
  return { hold, release: async () => undefined };
}

/** The log up to a position. Subscriptions end there: the server follows later events. */
function logUpTo(log: EventReader, to: LogPosition): TablesDeps['sealedLog'] {
  return {
    ...log,
    head: async () => to,
    subscribeBatches: async function* (after, { size }) {
      for await (const batch of log.readBatches({ after, size })) {
        const events = batch.filter(({ position }) => position <= to);
        if (events.length > 0) yield events;
        if (events.length < batch.length) return;
      }
    },
  };
}

/**
 * Keeps facts of erased patients out of the tables: a vault that was restored from an older backup still has their keys. The server
 * learns of erasures as it reads the whole log.
 */
async function buryErasedPatients(log: EventReader, keyring: Keyring): Promise<void> {
  const filter = { streamPrefix: caseStreamPrefix, types: ['PatientErased'] };
  for await (const event of log.readAll({ filter })) {
    const patient = patientErasedBy(event);
    if (patient !== undefined) keyring.bury(patient);
  }
}

type Build = { place: BacklogBuildSettings; log: Log; to: LogPosition };

/** @returns why the tables are not kept any more; undefined once they are built */
async function build(opened: OpenInstallation, { place, log, to }: Build) {
  const { inner, vault, secret } = opened;
  // One key, for the sections of a submission: the server erases patients meanwhile, and this process does not learn of it.
  const keyring = createSubjectKeyring(vault, secret, { size: 1 });
  const sealedLog = createVersionedReader(inner, { sealed: true });
  await buryErasedPatients(sealedLog, keyring);
  const [clock, ids, timers] = [systemClock, systemIds, systemTimers];
  const tableStore = createFolderTableStore(tablesFolder(analysisFolder(place.dataDir), inner.id));
  const running = startTables({
    ...{ vault, clock, ids, timers },
    log,
    sealedLog: logUpTo(sealedLog, to),
    store: createVersionedReader(createSealedReader(inner, { keyring })),
    openSealed: createEventOpener({ keyring }),
    pseudonyms: createPseudonyms({ vault, ids, keyFor: purpose => deriveKey(secret, purpose) }),
    write: createSegmentWriter(),
    tableStore: { ...tableStore, publish: position => send({ committed: String(position) }) },
    lease: createServerLease(),
    // Nothing else needs this thread, but the end of the server has to be noticed.
    restMs: 0,
    // The server, or the next process, goes on from the entries that are saved with each commit.
    saveEvents: 1,
    commitEvents: place.commitEvents,
    // The server builds the rest itself.
    retries: false,
  });
  await running.idle();
  await running.stop();
  return running.fault();
}

// The server has ended, or it needs this process no more.
process.once('disconnect', () => process.exit());
// A terminal sends its signals to all processes. The server ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// Cast: the server sends what backlog.ts makes.
const [{ place, to }] = (await once(process, 'message')) as [BacklogWork<BacklogBuildSettings>];
const log = createLog(place.logLevel);
const installation = { ...place, eventStore: { driver: 'sqlite' }, s3: undefined } as const;
try {
  const fault = await withInstallation(installation, opened =>
    build(opened, { place, log, to: toLogPosition(to) }),
  );
  if (fault !== undefined) await send({ fault });
} catch (err) {
  log.error({ err }, "building the analysts' tables failed");
  process.exitCode = 1;
}
process.disconnect?.();
