/**
 * Decides whether a node may write: it leads, or forwards to the leader, and a majority of the nodes
 * replicates.
 */

import type { EventTable, WriteOutcome } from './event-table.ts';
import type { NodeAddress, NodeRole } from './node.ts';

/**
 * Reason why a node refuses a write: it is `not-ready`, another node is the `leader`, or the write is `late`, because
 * no majority replicated it in time. A late write may still be committed.
 */
export type WriteRefusal = 'not-ready' | 'late' | { leader: NodeAddress };

export type NodeWriterOptions = {
  standing: () => NodeRole;
  /** Resolves when the node is not frozen. */
  thawed: () => Promise<void>;
  /** Resolves when a majority of the nodes replicates; undefined if a majority already does. */
  majority: () => Promise<void> | undefined;
  /** Maximum wait for a majority, in ms. */
  commitTimeoutMs: number;
};

export type WriteRequest = {
  needsLeader: boolean;
  /** Whether the caller has cancelled. Then nothing is written. */
  isOver: () => boolean;
  /** Predicts the outcome of a write that changes nothing and so needs no majority. */
  foresee?: () => WriteOutcome | undefined;
  commit: () => Promise<WriteOutcome>;
};

export function createNodeWriter({ standing, thawed, majority, commitTimeoutMs }: NodeWriterOptions) {
  const refused = (needsLeader: boolean): WriteRefusal | undefined => {
    const here = standing();
    if (here.role === 'waits') return 'not-ready';
    return here.role === 'follows' && needsLeader ? { leader: here.leader } : undefined;
  };
  return async ({
    needsLeader,
    isOver,
    foresee,
    commit,
  }: WriteRequest): Promise<WriteOutcome | WriteRefusal> => {
    await thawed();
    const here = refused(needsLeader);
    if (here !== undefined) return here;
    if (isOver()) return 'late';
    const waiting = majority();
    if (!waiting) return commit();
    const foreseen = foresee?.();
    if (foreseen !== undefined) return foreseen;
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), commitTimeoutMs);
    const committed = waiting.then(async () => refused(needsLeader) ?? (await commit()));
    return Promise.race([committed, late.promise]).finally(() => clearTimeout(timer));
  };
}

export type WriteAppend = (
  ...asked: Parameters<EventTable['append']>
) => Promise<WriteOutcome | WriteRefusal>;

export type NodeWriter = ReturnType<typeof createNodeWriter>;
