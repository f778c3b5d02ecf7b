/**
 * Limits how many request bodies are read at once, because each may hold 8 MiB in memory. Refuses further bodies
 * instead of queueing them.
 */
import { Refusal } from '#events/errors.ts';

export type RefusingSemaphoreLimits = {
  /** Maximum concurrent bodies of one person, who may drop all photos and scans of a case together. */
  person: number;
  /** Maximum concurrent bodies of all people on this node. */
  node: number;
};

const bodiesAtOnce: RefusingSemaphoreLimits = { person: 16, node: 64 };

/** Retry time of a refusal in seconds. Most bodies end within this time. */
const retryAfter = 2;

export type RefusingSemaphore = {
  /**
   * @param by the person who asks
   * @throws before `work` begins: Refusal tooMany at the person's limit, busy at the node's; later: errors of `work`
   */
  take<T>(by: string, work: () => Promise<T>): Promise<T>;
};

export function createRefusingSemaphore({
  person,
  node,
}: RefusingSemaphoreLimits = bodiesAtOnce): RefusingSemaphore {
  const running = new Map<string, number>();
  let all = 0;
  const count = (by: string, change: 1 | -1) => {
    all += change;
    const mine = (running.get(by) ?? 0) + change;
    if (mine > 0) running.set(by, mine);
    else running.delete(by);
  };
  return {
    async take(by, work) {
      if ((running.get(by) ?? 0) >= person) throw new Refusal('tooMany', { retryAfter });
      if (all >= node) throw new Refusal('busy', { retryAfter });
      count(by, 1);
      try {
        return await work();
      } finally {
        count(by, -1);
      }
    },
  };
}
