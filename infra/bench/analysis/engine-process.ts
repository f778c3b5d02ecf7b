/** Questions to the segments in a process of their own, as in the product: rows of the benchmark are in another heap. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Question } from '#services/analysis/question.ts';

export type EngineProcess = {
  rows(sql: string): Promise<unknown[][]>;
  /** Processor time of a question in ms. */
  ms(sql: string): Promise<number>;
  stop(): void;
};

export function startEngineProcess(source: Pick<Question, 'files' | 'views'>): EngineProcess {
  const child = fork(join(import.meta.dirname, 'engine-child.ts'), [JSON.stringify(source)]);
  const ask = async (sql: string, what: 'rows' | 'ms') => {
    child.send({ sql, what });
    const [answer] = await once(child, 'message');
    return answer;
  };
  return {
    // Cast: the child answers what it is asked for.
    rows: async sql => ((await ask(sql, 'rows')) as { rows: unknown[][] }).rows,
    ms: async sql => ((await ask(sql, 'ms')) as { ms: number }).ms,
    stop: () => child.disconnect(),
  };
}
