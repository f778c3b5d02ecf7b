/** Questions that run on this node, by the ids that the browsers chose. A person finds only their own questions. */
import { badField, Refusal } from '#events/errors.ts';

export type RunningQuestions = {
  /**
   * Runs a question that `end` may end.
   * @param signal also ends it
   * @throws Refusal badInput if the person has a running question of this id; questionStopped; errors of `work`
   */
  run<T>(
    by: string,
    id: string | undefined,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** False if the person has no running question of this id. */
  end(by: string, id: string): boolean;
};

export function createRunningQuestions(): RunningQuestions {
  const running = new Map<string, AbortController>();
  const keyOf = (by: string, id: string) => JSON.stringify([by, id]);
  return {
    run: async (by, id, signal, work) => {
      if (id === undefined) return work(signal);
      const key = keyOf(by, id);
      if (running.has(key)) throw badField('id', 'taken');
      const own = new AbortController();
      running.set(key, own);
      return work(AbortSignal.any([signal, own.signal])).finally(() => running.delete(key));
    },
    end: (by, id) => {
      const found = running.get(keyOf(by, id));
      found?.abort(new Refusal('questionStopped'));
      return found !== undefined;
    },
  };
}
