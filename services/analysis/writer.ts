/** Writes segments in a child process, which starts with the first commit and ends when it is idle. */
import { fileURLToPath } from 'node:url';
import { compileCacheEnv } from '../childProcess/child.ts';
import { createReusedChild } from '../childProcess/reused-child.ts';
import { type SegmentJob, type WrittenSegment, writerAnswerSchema } from './write-job.ts';

/** Thrown where DuckDB's binary is not installed. Nothing of the analysts' tables works without it. */
export class DuckDbAbsentError extends Error {
  constructor() {
    super('DuckDB is not installed');
    this.name = 'DuckDbAbsentError';
  }
}

/**
 * Writes segments, durably, in the order of the jobs.
 * @throws DuckDbAbsentError, ChildCrashError, Error of DuckDB, for example for a full disk
 */
export type SegmentWriter = (jobs: readonly SegmentJob[]) => Promise<WrittenSegment[]>;

const script = fileURLToPath(new URL('./writer-child.ts', import.meta.url));
/** A merge of the largest table takes seconds; on a busy machine ten times as long. */
const limits = { timeMs: 120_000, heapMb: 128 };
const idleMs = 10_000;

/** @param used called with the processor time of each call in ms */
export function createSegmentWriter(used: (processorMs: number) => void = () => undefined): SegmentWriter {
  const ask = createReusedChild({ script, answer: writerAnswerSchema, limits, env: compileCacheEnv, idleMs });
  return async jobs => {
    if (jobs.length === 0) return [];
    const answer = await ask([JSON.stringify(jobs)]);
    if ('absent' in answer) throw new DuckDbAbsentError();
    if ('failed' in answer) throw new Error(`writing segments failed: ${answer.failed}`);
    used(answer.processorMs);
    return answer.written;
  };
}
