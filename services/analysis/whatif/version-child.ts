/**
 * The process that folds the log with the views of one version. It imports the projections from the version's own folder
 * and gets events from its parent, personal parts opened but in the shape in which they were stored: each version lifts
 * them itself.
 */

import { flushCompileCache } from 'node:module';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { RawEvent } from '#events/envelope.ts';
import { START, toLogPosition } from '#events/log-position.ts';
import type { Generation } from '#projections/generation.ts';
import type { View } from '#projections/view.ts';
import type { EventReader, RawEventReader } from '../../eventstore/port.ts';
import { hashRow } from './row-hash.ts';
import { createRowTraces, type RowTraces, watchViews } from './row-traces.ts';
import type {
  LogRequest,
  MessageFromVersion,
  MessageToVersion,
  VersionFault,
  VersionRequest,
  VersionRequests,
} from './version-messages.ts';

class Unusable extends Error {
  readonly kind: VersionFault;
  constructor(kind: VersionFault, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The parts of a version that a comparison needs. Few, so that old versions have them too. */
type Version = {
  views: readonly View[];
  buildGeneration(dir: string, source: object): Promise<Generation>;
  createVersionedReader(inner: RawEventReader): EventReader;
};

const send = (message: MessageFromVersion) => process.send?.(message);

const reads = new Map<number, { resolve: (events: RawEvent[]) => void; reject: (error: Error) => void }>();
let lastRead = 0;

const readLog = (log: LogRequest): Promise<RawEvent[]> =>
  new Promise((resolve, reject) => {
    lastRead += 1;
    reads.set(lastRead, { resolve, reject });
    send({ said: 'read', n: lastRead, log });
  });

let lastBatches = 0;

/** The log up to a position, read from the parent. */
function createParentLog(id: string, to: bigint): RawEventReader {
  const unused = (): never => {
    throw new Unusable('log', 'This version reads the log in a way that a comparison does not offer.');
  };
  async function* readBatches({ after = START, filter }: Parameters<RawEventReader['readBatches']>[0] = {}) {
    lastBatches += 1;
    const read = lastBatches;
    const plain = filter && { ...filter, types: filter.types && [...filter.types] };
    try {
      for (;;) {
        const events = await readLog({ what: 'batch', read, after, filter: plain });
        if (events.length === 0) return;
        yield events;
      }
    } finally {
      await readLog({ what: 'done', read });
    }
  }
  return {
    id,
    readBatches,
    async *readAll(options) {
      for await (const batch of readBatches(options)) yield* batch;
    },
    async *read(stream) {
      yield* await readLog({ what: 'stream', stream });
    },
    head: async () => toLogPosition(to),
    find: unused,
    lastUpTo: unused,
    close: async () => undefined,
  };
}

/** @throws Unusable if the folder has no such module, or it does not load */
async function importFrom(folder: string, path: string): Promise<Record<string, unknown>> {
  try {
    return await import(pathToFileURL(join(folder, path)).href);
  } catch (error) {
    throw new Unusable('folder', `${path} does not load: ${error instanceof Error ? error.message : error}`);
  }
}

const parts = {
  views: 'projections/views.ts',
  buildGeneration: 'projections/generation.ts',
  createVersionedReader: 'services/eventstore/versioned-store.ts',
} as const satisfies Record<keyof Version, string>;

async function importVersion(folder: string): Promise<Version> {
  const found: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(parts)) {
    found[name] = (await importFrom(folder, path))[name];
    if (found[name] === undefined) throw new Unusable('folder', `${path} has no ${name}`);
  }
  // Cast: the names are those of a version; their types are not known.
  return found as Version;
}

type Loaded = { version: Version; log: EventReader; store?: Generation['store']; traces?: RowTraces };
let loaded: Loaded | undefined;

function current(): Loaded {
  if (!loaded) throw new Error('no version is loaded');
  return loaded;
}

/** Dates of removals, which no comparison reads. */
const clock = { now: () => 0 };
const PAGE = 4096;

function storeOf({ store }: Loaded): Generation['store'] {
  if (!store) throw new Error('no rows are open');
  return store;
}

type Answers = {
  [R in VersionRequest]: (
    ask: VersionRequests[R]['ask'],
  ) => VersionRequests[R]['answer'] | Promise<VersionRequests[R]['answer']>;
};

const answers: Answers = {
  load: async ({ folder, logId, to }) => {
    const version = await importVersion(folder);
    // The process ends by a signal, which would lose the compiled modules.
    flushCompileCache();
    const log = version.createVersionedReader(createParentLog(logId, to));
    loaded = { version, log };
    return {
      views: version.views.map(view => ({ name: view.name, from: 'from' in view ? view.from : null })),
    };
  },
  build: async ({ dir, watch }) => {
    const own = current();
    own.store?.close();
    own.store = undefined;
    const { views } = own.version;
    const traces = watch && createRowTraces(new DatabaseSync(join(dir, 'traces.db')));
    const source = { log: own.log, clock, views: traces ? watchViews(views, watch, traces.record) : views };
    own.store = (await own.version.buildGeneration(dir, source)).store;
    traces?.finish();
    own.traces = traces;
    return null;
  },
  open: async ({ file }) => {
    const own = current();
    // Only files of this version are opened.
    const { openRowStore } = await import('#projections/store.ts');
    const { storeOptionsOf } = await import('#projections/generation.ts');
    own.store = openRowStore({ file, ...storeOptionsOf(own.version.views) });
    return null;
  },
  page: ({ view, after, limit }) => {
    const own = current();
    const n = own.version.views.findIndex(({ name }) => name === view);
    if (n < 0) return [];
    const rows = storeOf(own).page(n, after, Math.min(limit, PAGE));
    return rows.map(({ id, position, json }) => ({ id, position, hash: hashRow(json) }));
  },
  trace: ({ view, id }) => current().traces?.steps(view, id) ?? [],
  traced: ({ view, id, nth }) => current().traces?.row(view, id, nth) ?? null,
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function answer({ do: name, n, ask }: Extract<MessageToVersion, { ask: unknown }>): Promise<void> {
  try {
    // Cast: the parent's types tie a request to its name.
    const handle = answers[name] as (ask: unknown) => VersionRequests[VersionRequest]['answer'];
    send({ said: 'answer', n, answer: await handle(ask) });
  } catch (error) {
    const kind = error instanceof Unusable ? error.kind : 'log';
    send({ said: 'failure', n, kind, message: messageOf(error) });
  }
}

process.on('message', (message: MessageToVersion) => {
  if ('ask' in message) return void answer(message);
  const waiting = reads.get(message.n);
  reads.delete(message.n);
  if (message.do === 'events') waiting?.resolve(message.events);
  else waiting?.reject(new Unusable('log', message.message));
});
// Below the server, whose requests go first.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
process.on('disconnect', () => process.exit(0));
