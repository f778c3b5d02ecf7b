/**
 * Reads that a push overtakes. A row pushed during a read may be newer than the read's answer. The answer
 * replaces the
 * row on screen, so the pushed rows are applied again after it.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { RowsMessage } from '#events/wire.ts';
import { reapplyRows } from './pushed-rows.ts';

export type PushKeeper = {
  /** Keeps an applied message, to apply it again after the reads that are in progress. */
  keep(message: RowsMessage): void;
  stop(): void;
};

/**
 * Follows the reads of a query cache. Keeps each message that is pushed during a read, and applies it again after the
 * read's answer.
 */
export function keepPushesDuringReads(client: QueryClient): PushKeeper {
  const cache = client.getQueryCache();
  /** By query hash: the messages since the read began, oldest first. */
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
        // A manual `setQueryData`, such as an applied push, is also a `success` event. Skip it.
        if (event.action.manual) break;
        const messages = since.get(queryHash) ?? [];
        since.delete(queryHash);
        for (const message of messages) reapplyRows(client, message);
      }
    }
  });
  return {
    keep: message => {
      for (const [queryHash, messages] of since) {
        // A cancelled read emits no event.
        if ((cache.get(queryHash)?.state.fetchStatus ?? 'idle') === 'idle') since.delete(queryHash);
        else messages.push(message);
      }
    },
    stop,
  };
}
