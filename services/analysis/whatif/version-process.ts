/** A version of the program as a process that folds the log with its views. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCacheEnv } from '../../childProcess/child.ts';
import { createLogFeed, type LogFeedSource } from './log-feed.ts';
import type {
  LogRequest,
  MessageFromVersion,
  MessageToVersion,
  VersionFault,
  VersionRequest,
  VersionRequests,
} from './version-messages.ts';

/** `process`: it ended without an answer. */
type Fault = VersionFault | 'process';

const sentences: Readonly<Record<Fault, (folder: string, why: string) => string>> = {
  folder: (folder, why) =>
    `${folder} is no version that can be compared: ${why}. It must be a checkout of Archline with its packages (npm ci).`,
  log: (folder, why) => `The version in ${folder} does not understand this log: ${why}`,
  process: (folder, why) => `The process that folded the log with the version in ${folder} is lost: ${why}.`,
};

/** Thrown if a version cannot be compared, with a sentence for the operator. `why` does not name the folder. */
export class VersionUnusableError extends Error {
  readonly kind: Fault;
  readonly why: string;
  constructor(kind: Fault, folder: string, why: string) {
    super(sentences[kind](folder, why));
    this.name = 'VersionUnusableError';
    this.kind = kind;
    this.why = why;
  }
}

export type VersionProcess = {
  /** Names of the views in fold order, and the view from whose rows each is derived. */
  views: VersionRequests['load']['answer']['views'];
  /** @throws VersionUnusableError; the signal's reason */
  ask<R extends VersionRequest>(
    name: R,
    ask: VersionRequests[R]['ask'],
  ): Promise<VersionRequests[R]['answer']>;
  /** Ends the process. */
  end(): Promise<void>;
};

export type VersionProcessOptions = LogFeedSource & {
  /** A checkout of the version, with its packages. */
  folder: string;
  signal?: AbortSignal;
};

const script = fileURLToPath(new URL('./version-child.ts', import.meta.url));
/** MiB. A build holds the hot rows of each view, and some of its cache is outside of the heap. */
const HEAP_MB = 2048;

type Waiting = { resolve: (answer: never) => void; reject: (error: unknown) => void };

/** @throws VersionUnusableError; the signal's reason */
export async function startVersionProcess(options: VersionProcessOptions): Promise<VersionProcess> {
  const { folder, log, to, signal } = options;
  signal?.throwIfAborted();
  const feed = createLogFeed(options);
  const child = fork(script, [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: compileCacheEnv,
  });
  const waiting = new Map<number, Waiting>();
  let failure: unknown;
  let last = 0;
  const send = (message: MessageToVersion) => void (child.connected && child.send(message));
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  const give = (n: number, asked: LogRequest) =>
    feed.read(asked).then(
      events => send({ do: 'events', n, events }),
      (error: unknown) => {
        // Fails with the log's own error, not with the process's error about it.
        fail(error);
        send({ do: 'unread', n, message: String(error) });
      },
    );
  child.on('message', (message: MessageFromVersion) => {
    if (message.said === 'read') return void give(message.n, message.log);
    const asked = waiting.get(message.n);
    waiting.delete(message.n);
    // Cast: an answer has the type of its request.
    if (message.said === 'answer') asked?.resolve(message.answer as never);
    else asked?.reject(new VersionUnusableError(message.kind, folder, message.message));
  });
  child.on('error', error => fail(new VersionUnusableError('process', folder, error.message)));
  const ended = new Promise<void>(resolve =>
    child.once('exit', (code, killed) => {
      fail(new VersionUnusableError('process', folder, killed ?? `exit ${code}`));
      resolve();
    }),
  );
  const abort = () => {
    fail(signal?.reason);
    child.kill('SIGKILL');
  };
  signal?.addEventListener('abort', abort, { once: true });
  const ask: VersionProcess['ask'] = (name, asked) =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      last += 1;
      waiting.set(last, { resolve, reject });
      send({ do: name, n: last, ask: asked });
    });
  const end = async () => {
    signal?.removeEventListener('abort', abort);
    child.kill('SIGKILL');
    await ended;
    await feed.close();
  };
  try {
    const { views } = await ask('load', { folder, logId: log.id, to });
    return { views, ask, end };
  } catch (error) {
    await end();
    throw error;
  }
}
