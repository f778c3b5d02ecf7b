/**
 * Decides whether a node may write: it leads, or forwards to the leader, and a majority of the nodes
 * replicates.
 */
import type { Address, Standing } from './node.ts';
import type { Outcome, Table } from './table.ts';

/** Reason why a write has no outcome. `late`: no majority in time; the write may still be committed. */
export type Unwritten = 'not-ready' | 'late' | { leader: Address };

export type WriteOptions = {
  standing: () => Standing;
  /** Resolves when the node is not frozen. */
  thawed: () => Promise<void>;
  /** Resolves when a majority of the nodes replicates; undefined if a majority already does. */
  majority: () => Promise<void> | undefined;
  /** Maximum wait for a majority, in ms. */
  commitTimeoutMs: number;
};

export type Write = {
  needsLeader: boolean;
  /** Whether the caller has cancelled. Then nothing is written. */
  isOver: () => boolean;
  /** Predicts the outcome of a write that changes nothing and so needs no majority. */
  foresee?: () => Outcome | undefined;
  commit: () => Promise<Outcome>;
};

export function createWrites({ standing, thawed, majority, commitTimeoutMs }: WriteOptions) {
  const refused = (needsLeader: boolean): Unwritten | undefined => {
    const here = standing();
    if (here.role === 'waits') return 'not-ready';
    return here.role === 'follows' && needsLeader ? { leader: here.leader } : undefined;
  };
  return async ({ needsLeader, isOver, foresee, commit }: Write): Promise<Outcome | Unwritten> => {
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

export type WriteAppend = (...asked: Parameters<Table['append']>) => Promise<Outcome | Unwritten>;

export type Writes = ReturnType<typeof createWrites>;
