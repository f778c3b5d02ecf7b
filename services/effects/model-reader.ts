/** Reads a model in a child process with limits on memory and time, so that no file can harm the server. */
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { recordedModelFindingsSchema } from '#events/file/recorded-model-findings.ts';
import { type ChildLimits, compileCacheEnv, runChild } from '../childProcess/child.ts';

/** Suffixes of the text keys `error:defect.<word>`. */
const defectWords = [
  'unreadable',
  'not-stl',
  'length',
  'truncated',
  'empty',
  'not-a-number',
  'too-large',
  'too-small',
  'in-inches',
  'in-centimetres',
  'in-metres',
  'in-micrometres',
  'degenerate',
  'inside-out',
  'crashed',
] as const;
export type ModelDefectName = (typeof defectWords)[number];

const report = z.union([
  z.object({ triangles: z.number(), box: z.array(z.number()), found: recordedModelFindingsSchema }),
  z.object({ defect: z.enum(defectWords) }),
]);
/** Report on a model: its measures, or its defect if it cannot be used. */
export type ModelReport = z.infer<typeof report>;

/** @throws ChildCrashError if the child process fails without an answer */
export type ModelReader = (path: string, size: number) => Promise<ModelReport>;

/** 4 million triangles take about 3 s and 400 MB on two shared cores, only a little of it heap. */
const usual: ChildLimits = { timeMs: 60_000, heapMb: 512 };
const child = fileURLToPath(new URL('./model-process.ts', import.meta.url));

/** @param script program of the child process; tests pass one that misbehaves */
export const createModelReader =
  (limits: ChildLimits = usual, script: string = child): ModelReader =>
  (path, size) =>
    // A reader without processor time would be ended, and the doctor would be asked for another file.
    runChild({
      ...{ script, args: [path, String(size)], answer: report, limits },
      ...{ priority: 'low', env: compileCacheEnv },
    });
