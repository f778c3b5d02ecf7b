/**
 * Reads that a push overtook. What the server pushes while a read is under way may be newer than its answer, which then
 * replaces it on screen; so what was pushed meanwhile is laid over the answer again.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { RowsMessage } from '#events/wire.ts';
import { layAgain } from './pushed.ts';

export type OvertakenReads = {
  /** Keeps a message that was laid into the cache, for the reads that are under way now. */
  keep(message: RowsMessage): void;
  stop(): void;
};

/** Follows the reads of a cache. */
export function followReads(client: QueryClient): OvertakenReads {
  const cache = client.getQueryCache();
  /** By the query's hash: the messages that came since its read began, oldest first. */
  const since = new Map<string, RowsMessage[]>();
  const stop = cache.subscribe(event => {
    if (event.type !== 'updated') return;
    const { queryHash } = event.query;
    switch (event.action.type) {
      case 'fetch':
        since.set(queryHash, []);
        break;
      case 'error':
        since.delete(queryHash);
        break;
      case 'success': {
        // What a push lays in is a success too, and no answer.
        if (event.action.manual) break;
        const messages = since.get(queryHash) ?? [];
        since.delete(queryHash);
        for (const message of messages) layAgain(client, message);
      }
    }
  });
  return {
    keep: message => {
      for (const [queryHash, messages] of since) {
        // A read that was given up ends without a word.
        if ((cache.get(queryHash)?.state.fetchStatus ?? 'idle') === 'idle') since.delete(queryHash);
        else messages.push(message);
      }
    },
    stop,
  };
}
