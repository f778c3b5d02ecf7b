/** The real server in its own process, over a data folder with 100,000 cases. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { caseStreamPrefix } from '#events/case/stream.ts';
import { copyWalk, nthPatientName, recordWalk, shortenWalk } from '#projections/testing/copied-walk.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { parseEnv } from '#services/settings/env.ts';
import { openServerPorts } from '#services/start/server-ports.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { appendInBulk } from '../append-in-bulk.ts';

const main = fileURLToPath(new URL('../../testing/server-without-rate-limit.ts', import.meta.url));
const WALK = { seed: 5, cases: 200, steps: 12_000 };

export type CaseServer = { address: string; stop: () => Promise<void> };

const ended = (child: ChildProcess) => new Promise<void>(resolve => child.once('exit', () => resolve()));

/** Starts the server and waits until it is ready. @throws Error with its output if it ends before */
export async function startCaseServer(dir: string, more: Record<string, string>): Promise<CaseServer> {
  // The demo's users have no second factor, which a server without the demo would demand.
  const own = { DATA_DIR: dir, PORT: '4155', LOG_LEVEL: 'error', STAFF_SECOND_FACTOR: '0' };
  const env = { ...process.env, ...own, ...more };
  const child = spawn(process.execPath, [main, '--run=api,realtime,projector'], { env });
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ready at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`the server exited: ${said}`)));
  });
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

/**
 * Maps the users of recorded walks to the demo's users, which have the same logins but other ids and
 * organisations.
 */
const ids: Record<string, string> = { main: 'archline', strangers: 'archline', other: 'p-doctor2' };
for (const user of [
  ...['doctor', 'doctor2', 'assistant', 'technician', 'technician2', 'expert', 'supervisor'],
  ...['service', 'vendor', 'admin', 'designer'],
])
  ids[user] = `p-${user}`;
ids.otherSupervisor = 'p-supervisor';

const pattern = new RegExp(`"(${Object.keys(ids).join('|')})"`, 'g');

/** Appends cases of the demo's users until there are `cases`. @returns the number of events */
export async function appendDemoCases(dir: string, cases: number): Promise<number> {
  const { inner, vault, secret } = await openServerPorts(parseEnv({ DATA_DIR: dir, LOG_LEVEL: 'error' }));
  const store = createVersionedStore(
    createSealedStore(inner, { keyring: createSubjectKeyring(vault, secret) }),
  );
  // Only cases: other streams of the walk would change the demo’s organisations and users.
  const walk = shortenWalk(await recordWalk(WALK)).filter(b => b.stream.startsWith(caseStreamPrefix));
  const renamed: typeof walk = JSON.parse(
    JSON.stringify(walk).replace(pattern, (_all, id: string) => `"${ids[id]}"`),
  );
  const copies = Math.ceil(cases / new Set(walk.map(b => b.stream)).size);
  const events = await appendAll(store, renamed, copies);
  await store.close();
  await vault.close();
  return events;
}

async function appendAll(store: EventStore, walk: Parameters<typeof copyWalk>[0], copies: number) {
  let patients = 0;
  return appendInBulk(copyWalk(walk, copies), ({ stream, events }) => {
    for (const event of events) {
      // All events share one key: the benchmark measures reading rows, not the creation of 100,000 keys.
      event.subject = 'bench';
      patients += rename(event.personal, patients);
    }
    return store.append(stream, 'any', events);
  });
}

type Personal = { value?: { patient?: { name?: string } } };

/**
 * Gives the patient of an event one of thousands of names. @returns 1 if the event has a patient, otherwise 0
 */
function rename(personal: unknown, n: number): number {
  // Cast: the personal data of the walk's own events.
  const patient = (personal as Personal | undefined)?.value?.patient;
  if (!patient) return 0;
  patient.name = nthPatientName(n * 7);
  return 1;
}
