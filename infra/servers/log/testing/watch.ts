/** A client that repeatedly appends, reads and subscribes, and records the kinds of answers. */
import { setTimeout as rest } from 'node:timers/promises';
import { type CommandError, END, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

export const watchedOperations = ['append', 'read', 'subscription'] as const;
export type WatchedOperation = (typeof watchedOperations)[number];
/** Kinds of answers in order: `ok`, `confirmed`, `events`, or the type of an error. */
export type AnswerKindsByOperation = Record<WatchedOperation, string[]>;

/** Drops repeated kinds, and the calls that were open when a node was killed. */
const kinds = (answers: readonly string[]) =>
  answers.filter(kind => kind !== 'unavailable').filter((kind, i, all) => kind !== all[i - 1]);

export const dropRepeatedAnswerKinds = (seen: AnswerKindsByOperation): AnswerKindsByOperation => ({
  append: kinds(seen.append),
  read: kinds(seen.read),
  subscription: kinds(seen.subscription),
});

/** Reads the kind from a recorded line: `0.2 to 1 s: unknown: Could not recognize … (9)` is `unknown`. */
const kindIn = (line: string) => /^[\d.]+ to [\d.]+ s: ([\w-]+)/.exec(line)?.[1] ?? line;

/** Kinds of answers of a recorded scenario. */
export const parseAnswerKinds = (
  recorded: Record<WatchedOperation, readonly string[]>,
): AnswerKindsByOperation =>
  dropRepeatedAnswerKinds({
    append: recorded.append.map(kindIn),
    read: recorded.read.map(kindIn),
    subscription: recorded.subscription.map(kindIn),
  });

export type AnswerRecorder = Awaited<ReturnType<typeof openAnswerRecorder>>;

export async function openAnswerRecorder(url: string, { requiresLeader = false } = {}) {
  const client = EventStoreDBClient.connectionString(url);
  await client.appendToStream('a', jsonEvent({ type: 'x', data: {} }));
  const seen: AnswerKindsByOperation = { append: [], read: [], subscription: [] };
  // Cast: the client rejects with its own errors or plain ones.
  const failed = (of: WatchedOperation) => (error: unknown) =>
    void seen[of].push((error as Partial<CommandError>).type ?? 'Error');
  const append = () =>
    client
      .appendToStream('a', jsonEvent({ type: 'x', data: {} }), { requiresLeader })
      .then(() => void seen.append.push('ok'), failed('append'));
  const read = async () => {
    try {
      for await (const _ of client.readStream('a', { maxCount: 1, requiresLeader }));
      seen.read.push('ok');
    } catch (error) {
      failed('read')(error);
    }
  };
  const subscribe = (signal: AbortSignal) =>
    new Promise<void>(resolve => {
      const call = client.subscribeToAll({ fromPosition: END });
      // A call that never opened cannot be unsubscribed.
      signal.addEventListener('abort', () => void call.unsubscribe().catch(() => undefined));
      call.on('confirmation', () => seen.subscription.push('confirmed'));
      call.on('data', () => seen.subscription.push('events'));
      call.on('error', (error: unknown) => {
        failed('subscription')(error);
        resolve();
      });
      call.on('end', resolve);
    });
  /** Repeats `work` until the returned function is called. */
  const repeat = (work: (signal: AbortSignal) => Promise<void>) => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const ended = (async () => {
      while (!signal.aborted) {
        await work(signal);
        await rest(20);
      }
    })();
    return () => {
      stopped.abort();
      return ended;
    };
  };
  return { seen, append, read, subscribe, repeat, dispose: () => client.dispose() };
}
