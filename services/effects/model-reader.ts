/**
 * Reads a model in a process of its own, with bounds on its memory and time: whatever a file does to its reader, the
 * server goes on.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** Words of `error:defect.<word>`. */
export const defectWords = [
  'unreadable',
  'not-stl',
  'length',
  'empty',
  'not-a-number',
  'too-large',
  'too-small',
  'crashed',
] as const;
export type DefectWord = (typeof defectWords)[number];

const report = z.union([
  z.object({ triangles: z.number(), box: z.array(z.number()) }),
  z.object({ defect: z.enum(defectWords) }),
]);
/** What a model is, or what is wrong with it. */
export type ModelReport = z.infer<typeof report>;

/** @throws ModelCrash where the reading itself did not end well */
export type ModelReader = (path: string, size: number) => Promise<ModelReport>;

/** The reading process died, hung or ran out of memory; it may have been the machine's fault. */
export class ModelCrash extends Error {
  constructor(why: string) {
    super(`reading a model ended without an answer: ${why}`);
    this.name = 'ModelCrash';
  }
}

export type ReaderLimits = { timeMs: number; heapMb: number };
/** 200 MB of text are read in about 5 s on two shared cores, in 60 MB. */
const usual: ReaderLimits = { timeMs: 60_000, heapMb: 128 };
const child = fileURLToPath(new URL('./model-child.ts', import.meta.url));

/** @param script the program that reads; tests name one that misbehaves */
export function createModelReader(limits: ReaderLimits = usual, script: string = child): ModelReader {
  return (path, size) =>
    new Promise((resolve, reject) => {
      let answer: ModelReport | undefined;
      const reader = fork(script, [path, String(size)], {
        execArgv: [`--max-old-space-size=${limits.heapMb}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        timeout: limits.timeMs,
        killSignal: 'SIGKILL',
        env: {},
      });
      reader.on('message', message => {
        const said = report.safeParse(message);
        if (said.success) answer = said.data;
      });
      reader.on('error', error => reject(new ModelCrash(error.message)));
      reader.on('exit', (code, signal) => {
        if (answer && code === 0) resolve(answer);
        else reject(new ModelCrash(signal ?? `exit ${code}`));
      });
    });
}
