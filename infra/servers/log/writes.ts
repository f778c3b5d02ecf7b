/** Whether a node may write: it leads, or forwards to the node that does, and a majority of the nodes can hold it. */
import type { Address, Standing } from './node.ts';
import type { Outcome, Table } from './table.ts';

/** Why nothing is said of an outcome. `late`: no majority had it in time; it may still be committed. */
export type Unwritten = 'not-ready' | 'late' | { leader: Address };

export type WriteOptions = {
  standing: () => Standing;
  /** Resolves once the node may answer. */
  thawed: () => Promise<void>;
  /** Resolves once a majority of the nodes replicates; undefined if one does now. */
  majority: () => Promise<void> | undefined;
  /** The longest wait for a majority, in ms. */
  commitTimeoutMs: number;
};

export type Write = {
  needsLeader: boolean;
  /** Whether the caller has given up. Then nothing is written. */
  isOver: () => boolean;
  /** The outcome, if nothing is to be written: it waits for no majority. */
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
