/**
 * A server with sockets over in-memory stores and real HTTP, people who act, and a clock and timers moved by
 * the test.
 */
import { createServer, type Server } from 'node:http';
import { io, type Socket } from 'socket.io-client';
import type { Upload } from '#events/case/action-definition.ts';
import type { NamedAction } from '#events/case/decider.ts';
import { slots } from '#events/case/options.ts';
import { sectionNames } from '#events/case/sections.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import type { Viewer } from '#events/person/position.ts';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import type { ClientToServer, RowChange, ServerToClient } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { peopleOfWalk } from '#projections/testing/people.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createTestUpload } from '#projections/testing/world.ts';
import { createManualClock, type RepeatingTimers, systemIds } from '../../clock/clock.ts';
import { createRawMemoryStore } from '../../eventstore/memory.ts';
import type { RawEventStore } from '../../eventstore/port.ts';
import { createLog } from '../../logging/log.ts';
import { createMemoryMail } from '../../mail/memory.ts';
import { assembleServer } from '../../start/assemble-server.ts';
import { openGlossaryTranslator } from '../../translate/glossary.ts';
import { createMemoryVault } from '../../vault/memory.ts';
import type { Vault } from '../../vault/port.ts';
import type { NodeBus } from '../cluster-presence.ts';
import { attachRealtime } from '../server.ts';
import type { SocketServer } from '../sockets.ts';

type Line = Socket<ServerToClient, ClientToServer>;

/** One event that a socket received. */
type Told = {
  [E in keyof ServerToClient]: { event: E; message: Parameters<ServerToClient[E]>[0] };
}[keyof ServerToClient];

/** A test's page of the app: its socket, with all events that it received, in order. */
export type TestPage = {
  socket: Line;
  told: Told[];
  /** Resolves with the next event of a kind that was not taken before. */
  next<E extends keyof ServerToClient>(event: E): Promise<Parameters<ServerToClient[E]>[0]>;
  /** Resolves when everything sent so far has been received. Trap: closes the page's open case. */
  settled(): Promise<void>;
  /** All changes received for a view and an id. */
  rows(view: string, id?: string): RowChange[];
  /** Resolves with the reason once the connection has ended. */
  gone(): Promise<string>;
};

export const realtimeWorldStart = Date.parse('2026-11-20T08:00:00Z');

function createTimers(): RepeatingTimers & { fire(): void } {
  const running = new Set<() => void>();
  return {
    every: (_ms, run) => {
      running.add(run);
      return () => running.delete(run);
    },
    fire: () => {
      for (const run of running) run();
    },
  };
}

/** Stores and clock that the nodes of one installation share. */
type Ground = { inner: RawEventStore; vault: Vault; clock: ReturnType<typeof createManualClock> };

export type RealtimeWorld = Ground & Awaited<ReturnType<typeof openNode>>;

type How = {
  /** Folder of the read models' rows. Default: memory. */
  rows?: string;
  /** Wraps the log, to make it fail. */
  wrap?: (store: RawEventStore) => RawEventStore;
  /** Another node's log, vault and clock, to be shared. */
  beside?: Ground;
  /** Bus to the other nodes. */
  mesh?: (io: SocketServer) => NodeBus;
};

/** Ignores `close`: the node that opened the log and the vault closes them. */
const lent = <S extends { close(): Promise<void> }>(store: S): S => ({
  ...store,
  close: async () => undefined,
});

export async function openRealtimeWorld(how: How = {}): Promise<RealtimeWorld> {
  const { beside, wrap = store => store } = how;
  const inner = beside ? lent(beside.inner) : wrap(createRawMemoryStore());
  const vault = beside ? lent(beside.vault) : createMemoryVault();
  const clock = beside?.clock ?? createManualClock(realtimeWorldStart);
  return { inner, vault, clock, ...(await openNode(how, { inner, vault, clock })) };
}

/** @returns the port */
async function listen(http: Server): Promise<number> {
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

/** Connects pages of one node, and disconnects them together. */
function createPages(url: string, sessions: { begin(person: string): Promise<{ token: string }> }) {
  const pages: TestPage[] = [];
  const tokenOf = async (person: string) => (await sessions.begin(person)).token;
  const page = async (auth: { token?: string; hidden?: boolean }): Promise<TestPage> => {
    const opened = await openPage(url, auth);
    pages.push(opened);
    return opened;
  };
  return {
    tokenOf,
    page,
    /** Connects a page of this person. */
    enter: async (person: string, hidden = false) => page({ token: await tokenOf(person), hidden }),
    disconnect: () => {
      for (const { socket } of pages) socket.disconnect();
    },
  };
}

async function openNode({ rows = ':memory:', beside, mesh }: How, { inner, vault, clock }: Ground) {
  const timers = createTimers();
  const lines: string[] = [];
  const uploads = new Map<string, Upload>();
  const assembled = await assembleServer({
    inner,
    vault,
    secret: Buffer.alloc(32, 7),
    clock,
    ids: systemIds,
    timers,
    mail: createMemoryMail(),
    translate: openGlossaryTranslator(),
    publicUrl: 'https://archline.example',
    log: createLog('trace', { write: (line: string) => void lines.push(line) }),
    dataDir: '/nowhere',
    rows,
    demo: false,
    smsPerHour: 1000,
    staffSecondFactor: false,
    uploads: async (_caseId, ids) => new Map(ids.flatMap(id => entry(uploads, id))),
  });
  const { deps } = assembled;
  if (!beside) await createWalk({ seed: 1, log: deps.store }).setUp();
  await deps.models.reached(await deps.store.head(), 120_000);
  const stopSessions = await deps.sessions.start();
  const http = createServer((_request, response) => response.writeHead(404).end());
  let sent = () => {};
  const live = attachRealtime(http, { ...deps, mesh, models: heard(deps.models, () => sent()) });
  const port = await listen(http);
  const url = `http://127.0.0.1:${port}`;
  const { disconnect, ...pages } = createPages(url, deps.sessions);
  const caught = async <T extends { position: bigint }>(done: Promise<T>): Promise<T> => {
    const answer = await done;
    await deps.models.reached(answer.position, 120_000);
    return answer;
  };
  return {
    deps,
    timers,
    lines,
    url,
    live,
    port,
    ...pages,
    caught,
    uploads,
    /** Sets a callback that runs before each row is presented to a socket. */
    sent: (call: () => void) => {
      sent = call;
    },
    /** Resolves once the rows have reached the log's head. */
    followed: async () => deps.models.reached(await deps.store.head(), 120_000),
    act: (by: string, caseId: string, action: NamedAction, input: unknown = {}) =>
      caught(deps.perform.perform(viewerById(by), { caseId, commandId: crypto.randomUUID(), action, input })),
    save: (by: string, caseId: string, section: (typeof sectionNames)[number], value: unknown) =>
      caught(
        deps.perform.saveSection(viewerById(by), { caseId, commandId: crypto.randomUUID(), section, value }),
      ),
    close: async () => {
      disconnect();
      live.close();
      await new Promise(resolve => http.close(resolve));
      stopSessions();
      await assembled.close();
    },
  };
}

/** Returns read models that run `call` before each row is presented. */
const heard = (models: ReadModels, call: () => void): ReadModels => ({
  ...models,
  present: (ctx, change) => {
    call();
    return models.present(ctx, change);
  },
});

const people = peopleOfWalk();

export function viewerById(id: string): Viewer {
  const person = people.find(p => p.id === id);
  if (!person) throw new Error(`unknown person ${id}`);
  return viewerOf(person, 0);
}

const entry = (uploads: Map<string, Upload>, id: string): [string, Upload][] => {
  const found = uploads.get(id);
  return found ? [[id, found]] : [];
};

/** Connects. @throws the handshake's error, with its code in `data` */
export async function openPage(url: string, auth: { token?: string; hidden?: boolean }): Promise<TestPage> {
  const socket: Line = io(url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
  const told: Told[] = [];
  let taken = 0;
  let wake = () => {};
  socket.onAny((event, message) => {
    // Cast: the server sends no other events.
    told.push({ event, message } as Told);
    wake();
  });
  const gone = new Promise<string>(resolve => socket.once('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', error => {
      socket.disconnect();
      reject(error);
    });
  });
  const next: TestPage['next'] = async event => {
    for (;;) {
      const at = told.findIndex((t, i) => i >= taken && t.event === event);
      const found = told[at];
      if (found) {
        taken = at + 1;
        // Cast: the message is of the requested event.
        return found.message as never;
      }
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
  };
  return {
    socket,
    told,
    next,
    settled: async () => void (await socket.emitWithAck('case:watch', { caseId: '' })),
    rows: (view, id) =>
      told
        .flatMap(t => (t.event === 'rows' ? t.message.rows : []))
        .filter(r => r.view === view && (id === undefined || r.id === id)),
    gone: () => gone,
  };
}

let files = 0;

/** Creates a doctor's complete draft: sections, photos, a radiograph, both models. */
export async function completeDraft(world: RealtimeWorld, owner = 'doctor'): Promise<string> {
  const { deps, caught, save } = world;
  const made = await deps.perform.createCase(viewerById(owner), { commandId: crypto.randomUUID() });
  const { caseId } = made.state;
  for (const section of sectionNames) await save(owner, caseId, section, sampleAlignerOrder[section]);
  const attach = (upload: Upload) =>
    caught(deps.perform.attach(viewerById(owner), { caseId, commandId: crypto.randomUUID(), upload }));
  for (const slot of slots.photo) await attach(createTestUpload(`f${files++}`, 'photo', slot));
  await attach(createTestUpload(`f${files++}`, 'radiograph', 'lateral'));
  for (const slot of ['upper', 'lower'] as const) await attach(createTestUpload(`f${files++}`, 'stl', slot));
  return caseId;
}

/** Creates a submitted case. */
export async function createSubmittedCase(world: RealtimeWorld, owner = 'doctor'): Promise<string> {
  const caseId = await completeDraft(world, owner);
  await world.act(owner, caseId, 'submitCase');
  return caseId;
}

/** Uploads a plan's bundle. Returns the input of submitPlan. */
export function uploadPlan(world: RealtimeWorld, name = 'Plan', stages = { upperStages: 3, lowerStages: 2 }) {
  const upload = createTestUpload(`f${files++}`, 'plan', null);
  world.uploads.set(upload.id, upload);
  return { name, ...stages, files: [upload.id] };
}

/** Creates a case with the technician's first plan, which waits for the expert. */
export async function createCaseWithPlan(
  world: RealtimeWorld,
  owner = 'doctor',
  stages = { upperStages: 3, lowerStages: 2 },
) {
  const caseId = await createSubmittedCase(world, owner);
  const { act, caught, deps } = world;
  await act('supervisor', caseId, 'acceptCase');
  const system = { id: 'system', position: 'Admin', orgId: '', serves: [] } as const;
  const input = { models: [] };
  await caught(
    deps.perform.perform(system, { caseId, commandId: crypto.randomUUID(), action: 'modelsPrepared', input }),
  );
  await act('supervisor', caseId, 'allocateCase', { technicianId: 'technician' });
  await act('technician', caseId, 'submitPlan', uploadPlan(world, 'Plan', stages));
  return caseId;
}

/** Creates a case in production, which the manufacturer sees. */
export async function createCaseInProduction(world: RealtimeWorld, owner = 'doctor'): Promise<string> {
  const caseId = await createCaseWithPlan(world, owner);
  await world.act('expert', caseId, 'qualityAudit', { result: 'approved' });
  await world.act(owner, caseId, 'confirmDoctor', { result: 'approved' });
  return caseId;
}
