/**
 * The real server of conversations over simulated connections. It can be stopped and restarted over one log.
 */
import { EventEmitter } from 'node:events';
import { Server } from 'socket.io';
import { viewerOf } from '#events/person/person-viewer.ts';
import type { Viewer } from '#events/person/position.ts';
import type { Random } from '#events/script/random.ts';
import { openReadModels } from '#projections/readmodels.ts';
import { createChat } from '#services/chat/chat.ts';
import { readHistoryPage } from '#services/chat/history-page.ts';
import { createCaseStreams } from '#services/command/case-streams.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import type { Session } from '#services/people/session.ts';
import { type RealtimeDeps, serveSocketServer } from '#services/realtime/server.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import type { MessageHistoryRequest } from '#web/features/chat/chat-ports.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The server's end of a connection, in the form of an engine.io socket. */
export class SimulatedConnection extends EventEmitter {
  readonly protocol = 4;
  readonly request = { headers: {}, url: '/socket.io/', connection: {}, _query: {} };
  readonly transport = { writable: true, socket: { bufferedAmount: 0, terminate: () => this.close() } };
  readyState: 'open' | 'closed' = 'open';
  readonly id: string;
  private readonly say: (packet: string) => void;
  private readonly over: () => void;
  constructor(id: string, say: (packet: string) => void, over: () => void) {
    super();
    this.id = id;
    this.say = say;
    this.over = over;
  }
  write(packet: string): void {
    if (this.readyState === 'open') this.say(packet);
  }
  /** Receives a packet of the page. */
  hear(packet: string): void {
    if (this.readyState === 'open') this.emit('data', packet);
  }
  close(): void {
    if (this.readyState !== 'open') return;
    this.readyState = 'closed';
    this.emit('close', 'transport close');
    this.over();
  }
}

class Engine extends EventEmitter {
  readonly conns = new Set<SimulatedConnection>();
  readonly clients = {};
  connect(conn: SimulatedConnection): void {
    this.conns.add(conn);
    this.emit('connection', conn);
  }
  close(): void {
    for (const conn of this.conns) conn.close();
  }
}

export type ChatServerDeps = {
  store: EventStore;
  rows: string;
  time: VirtualTime;
  clock: { now(): number };
  random: Random;
};
export type ChatServer = Awaited<ReturnType<typeof openChatServer>>;

/**
 * Virtual timers: the projector's short pauses become the next turn of the event loop; longer timers never
 * run.
 */
const turns = {
  after: (milliseconds: number, run: () => void) => {
    if (milliseconds > 10) return () => undefined;
    const turn = setImmediate(run);
    return () => clearImmediate(turn);
  },
};

export async function openChatServer({ store, rows, time, clock, random }: ChatServerDeps) {
  const models = await openReadModels({ store, dir: rows, clock, timers: turns });
  const streams = createCaseStreams({ store, clock }, models.state);
  const errors: unknown[] = [];
  const log = { error: (facts: object) => void errors.push(facts), warn: () => undefined };
  const ids = { uuid: () => randomUuid(random), bytes: (count: number) => Buffer.alloc(count) };
  const chat = createChat({ store, vault: createMemoryVault(), clock, ids, models, streams, log });
  const person = (id: string): Viewer => {
    const found = models.directory().people.get(id);
    if (!found) throw new Error(`unknown person ${id}`);
    return viewerOf(found, clock.now());
  };
  const engine = new Engine();
  const io = new Server();
  // Cast: Socket.IO accepts any engine, but its types do not say so.
  io.bind(engine as never);
  // The token has the ids of a user and a page, so that each page has its own session.
  const sessions: RealtimeDeps['sessions'] = {
    // Cast: sockets read only these three fields of a session.
    verify: async (token = '') =>
      ({ viewer: person(token.split(' ')[0] ?? ''), sessionId: token, token }) as unknown as Session,
    onEnded: () => () => undefined,
  };
  const timers = { every: time.every };
  const live = serveSocketServer(io, { models, chat, store, clock, ids, log, timers, sessions });
  const ctx = (id: string) => ({
    viewer: person(id),
    hidden: false,
    person: models.personRef,
    logId: models.logId,
  });
  return {
    models,
    chat,
    errors,
    person,
    connect: (conn: SimulatedConnection) => engine.connect(conn),
    history: (who: string, conversation: string, asked: MessageHistoryRequest) =>
      readHistoryPage(models, ctx(who), conversation, asked) ?? null,
    /** Resolves when all started work is done. */
    idle: async () => {
      for (let quiet = 0; quiet < 3; quiet++) {
        await new Promise<void>(resolve => setImmediate(resolve));
        if (models.position() !== (await store.head())) quiet = 0;
      }
    },
    close: async () => {
      live.close();
      await models.close();
    },
  };
}

/** A uuid derived from the random generator. */
export function randomUuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
