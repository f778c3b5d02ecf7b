/** Bodies of uploads that are being taken in: so many at once, as each may hold a piece of 8 MiB in memory. */
import { Refusal } from '#events/errors.ts';

export type RefusingLimits = {
  /** Of one person: a case's photos and scans, dropped all together. */
  person: number;
  /** Of all who are on this node. */
  node: number;
};

export const bodiesAtOnce: RefusingLimits = { person: 16, node: 64 };

/** Seconds; a piece is in by then, or soon after. */
const retryAfter = 2;

export type RefusingSemaphore = {
  /** @param by whose body it is. @throws Refusal tooMany, busy, before any of the body is read; whatever `work` throws */
  take<T>(by: string, work: () => Promise<T>): Promise<T>;
};

export function createRefusingSemaphore({ person, node }: RefusingLimits = bodiesAtOnce): RefusingSemaphore {
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
