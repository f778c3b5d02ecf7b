/**
 * Asks the segments in a process of their own, as the product does, so that the benchmark's own rows are in another
 * heap.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Question } from '#services/analysis/question.ts';

export type EngineProcess = {
  rows(sql: string): Promise<unknown[][]>;
  /** Processor time of a question in ms. */
  ms(sql: string): Promise<number>;
  /** Copies the tables into memory; later questions read the copies. @returns processor time in ms */
  copy(): Promise<number>;
  stop(): void;
};

export function startEngineProcess(source: Pick<Question, 'files' | 'views'>): EngineProcess {
  const child = fork(join(import.meta.dirname, 'engine-child.ts'), [JSON.stringify(source)]);
  const ask = async (sql: string, what: 'rows' | 'ms' | 'copy') => {
    child.send({ sql, what });
    const [answer] = await once(child, 'message');
    return answer;
  };
  return {
    // Cast: the child answers with the requested kind.
    rows: async sql => ((await ask(sql, 'rows')) as { rows: unknown[][] }).rows,
    ms: async sql => ((await ask(sql, 'ms')) as { ms: number }).ms,
    copy: async () => ((await ask('', 'copy')) as { ms: number }).ms,
    stop: () => child.disconnect(),
  };
}
