/** The people of a test server: the demo's positions, each with a person. */
import type { RawEvent } from '#events/envelope.ts';
import type { Position } from '#events/person/position.ts';
import { createRawMemoryStore } from '#services/eventstore/memory.ts';
import type { RawEventStore } from '#services/eventstore/port.ts';
import type { AssembledServer, ServerPorts } from '#services/start/assemble-server.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import type { Vault, VaultRecord } from '#services/vault/port.ts';

export const TEST_PASSWORD = 'archline1';

type Who = { position: Position; orgId: string; serves?: string[] };
export const testPeople = {
  doctor: { position: 'Doctor', orgId: 'main' },
  doctor2: { position: 'Doctor', orgId: 'main' },
  assistant: { position: 'Assistant', orgId: 'main', serves: ['p-doctor'] },
  technician: { position: 'Technician', orgId: 'main' },
  technician2: { position: 'Technician', orgId: 'main' },
  expert: { position: 'Specialist', orgId: 'main' },
  supervisor: { position: 'SuperMechanic', orgId: 'main' },
  service: { position: 'Service', orgId: 'main' },
  vendor: { position: 'VendorAdmin', orgId: 'main' },
  admin: { position: 'Admin', orgId: 'main' },
  analyst: { position: 'Analyst', orgId: 'main' },
  designer: { position: 'Designer', orgId: 'ediy' },
  other: { position: 'Doctor', orgId: 'other' },
} as const satisfies Record<string, Who>;
export type TestPersonName = keyof typeof testPeople;

export const testPersonNames = Object.keys(testPeople) as TestPersonName[];

type Deps = AssembledServer['deps'];

async function addPeople(deps: Deps): Promise<void> {
  const order = () => ({ by: 'system', commandId: crypto.randomUUID() });
  for (const [orgId, servedBy] of [
    ['main', 'main'],
    ['ediy', 'main'],
    ['other', 'other'],
  ] as const)
    await deps.accounts.addOrganisation(order(), { orgId, name: orgId, servedBy, zone: 'Asia/Shanghai' });
  for (const userName of testPersonNames) {
    const who: Who = testPeople[userName];
    const personal = { userName, password: TEST_PASSWORD, name: '李明', phone: null };
    await deps.accounts.add(order(), { ...who, ...personal, personId: `p-${userName}` });
  }
}

/** What adding the people wrote: events, and keys and password hashes of the vault. */
type Recording = { events: readonly RawEvent[]; records: readonly VaultRecord[] };

/** Adds the people to a server of its own. Its secret seals the keys, so later servers must have the same. */
async function recordPeople(
  assemble: (ports: Pick<ServerPorts, 'inner' | 'vault'>) => Promise<AssembledServer>,
): Promise<Recording> {
  const inner = createRawMemoryStore();
  const vault = createMemoryVault();
  const { deps, close } = await assemble({ inner, vault });
  // A server's own keys differ from server to server.
  const own = new Set((await Array.fromAsync(vault.list(''))).map(({ key }) => key));
  await addPeople(deps);
  const records = await Array.fromAsync(vault.list(''));
  const events = await Array.fromAsync(inner.readAll());
  await close();
  return { events, records: records.filter(({ key }) => !own.has(key)) };
}

let recording: Promise<Recording> | undefined;

/** Adds the people to an empty log and vault. The commands run once in a process: they cost as much as a server. */
export async function copyPeople(
  { inner, vault }: { inner: RawEventStore; vault: Vault },
  assemble: Parameters<typeof recordPeople>[0],
): Promise<void> {
  recording ??= recordPeople(assemble);
  const { events, records } = await recording;
  for (const event of events) await inner.append(event.stream, 'any', [event]);
  for (const { key, value } of records) await vault.put(key, value, 'absent');
}
