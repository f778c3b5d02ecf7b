/**
 * Questions of analysts in SQL. Each has a process of its own, because the engine's limits are no fence: it is ended at the
 * deadline, and the kernel bounds its memory.
 */
import { constants, mkdirSync, mkdtempSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TableFormat } from '#events/analysis/export-formats.ts';
import { badField, Refusal } from '#events/errors.ts';
import { questionLimits } from '#events/question/limits.ts';
import { paramLimits, type QuestionParams } from '#events/question/params.ts';
import { ChildCrashError, ChildTimeoutError } from '../childProcess/child.ts';
import { createReusedChild } from '../childProcess/reused-child.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import {
  type AnsweredTable,
  type AskedQuestion,
  type AskedQuestionAnswer,
  askedQuestionAnswerSchema,
  type WrittenAnswerFile,
} from './asked-question.ts';
import type { MissingRange } from './manifest.ts';
import type { OpenedTables } from './query.ts';
import type { TableName } from './tables.ts';

export const askLimits = {
  /** Characters of a text. */
  characters: questionLimits.sqlMax,
  ...paramLimits,
  /** Rows of an answer without a number of its own, and most rows. */
  rows: 10_000,
  mostRows: 100_000,
  /** Most rows and bytes of a file. */
  fileRows: 10_000_000,
  fileBytes: 1_000_000_000,
  /** Longest time of a question in ms. */
  timeMs: 10_000,
} as const;

/** `atOnce`: begun on a node, of which some wait for a processor. Others wait for a seat. */
const seats = { atOnce: 4, perPersonAtOnce: 2, perPerson: 8 };
/** Questions that run at the same time by default: a core is left to the process that serves. */
const runningByDefault = () => Math.min(seats.atOnce, Math.max(1, availableParallelism() - 1));
/** Longest wait in ms for a seat. */
const WAIT_MS = 5000;
/**
 * MiB. With 512 of data Node does not start, with 768 the engine answers. A file passes its limit by at most what the engine has
 * in memory.
 */
const kernelLimits = { heapMb: 256, dataMb: 1536, fileMb: 1536 };
const idleMs = 60_000;

type Question = {
  /** The asking person. */
  by: string;
  /** Opens the tables, again if a segment was removed meanwhile. */
  open: () => Promise<OpenedTables>;
  /** Tables that exist for the person. */
  tables: readonly TableName[];
  sql: string;
  params: QuestionParams;
  rows: number;
  /** Ends the question. */
  signal?: AbortSignal;
};
export type TableQuestion = Question;
/** `bytes`: size at which the file is cut. */
export type FileQuestion = Question & { format: TableFormat; bytes: number };

/** `lacks`: ranges of the tables that are built again. */
type AnsweredAt = Pick<OpenedTables, 'last'> & { lacks: readonly MissingRange[] };
type Answered = AnsweredTable & AnsweredAt;
/** The file is gone from the disk once its body is read or destroyed. `size`: bytes. */
export type AnsweredFile = Omit<WrittenAnswerFile, 'file'> & AnsweredAt & { size: number; body: Readable };

/** @throws Refusal badInput, questionTooLong, questionTooLarge, tooMany, notCaughtUp, analysisAbsent; the signal's reason */
export type AskForTable = (asked: TableQuestion) => Promise<Answered>;
/** @throws like `AskForTable` */
export type AskForFile = (asked: FileQuestion) => Promise<AnsweredFile>;

type AskOptions = {
  timers: RepeatingTimers;
  /** Longest time of a question in ms. Default: 10 s. */
  timeMs?: number;
  /** Questions that run at the same time, 1 to 4. Default: one less than the machine has cores. */
  running?: number | undefined;
  /** Where files are written until they are sent. Default: the system's folder of temporary files. */
  filesDir?: string;
};

const script = fileURLToPath(new URL('./ask-child.ts', import.meta.url));

/** A folder with nothing in it. Nobody may write to it. */
function emptyFolder(): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'archline-ask-')), 'empty');
  mkdirSync(dir, { mode: 0o500 });
  return dir;
}

type Whole = AnsweredTable | WrittenAnswerFile;

function wholeOf(answer: AskedQuestionAnswer): Whole | undefined {
  if ('rows' in answer || 'file' in answer) return answer;
  if ('gone' in answer) return undefined;
  if ('absent' in answer) throw new Refusal('analysisAbsent');
  if ('tooLarge' in answer) throw new Refusal('questionTooLarge');
  if ('refused' in answer) throw badField('sql', answer.refused.issue, answer.refused.values);
  const issues = [
    ...answer.missing.map(name => ({ path: `params.${name}`, issue: 'required' })),
    ...answer.unknown.map(name => ({ path: `params.${name}`, issue: 'unknown-field' })),
  ];
  throw new Refusal('badInput', { issues });
}

/** Words of the engine about a file. Hashing all segments after each mistake of a text would cost more than the questions. */
const ofFiles = /parquet|decompress|magic bytes|thrift|\bfile\b/i;
const mayBeDamage = (answer: AskedQuestionAnswer): boolean =>
  'refused' in answer &&
  answer.refused.issue === 'sql-refused' &&
  ofFiles.test(String(answer.refused.values?.words));

function refusalOf(error: unknown): unknown {
  if (error instanceof ChildTimeoutError) return new Refusal('questionTooLong');
  return error instanceof ChildCrashError ? new Refusal('questionTooLarge') : error;
}

/** Opens a file that the process has written, and nothing else. It leaves the disk with its folder. */
async function openWritten(dir: string, file: string): Promise<Pick<AnsweredFile, 'size' | 'body'>> {
  if (!file.startsWith(`${dir}${sep}`)) throw new Error('an answer is in a file of another folder');
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  const { size } = await handle.stat();
  return { size, body: handle.createReadStream() };
}

/** Runs questions in child processes. Questions for tables and for files have the same limits. */
export function createAsk({
  timers,
  timeMs = askLimits.timeMs,
  running = runningByDefault(),
  filesDir = tmpdir(),
}: AskOptions): {
  ask: AskForTable;
  askFile: AskForFile;
} {
  const semaphore = createFairSemaphore(seats);
  // A question that has a seat is never refused: earlier questions end within their time limit.
  const cores = createFairSemaphore({ atOnce: running, perPerson: seats.atOnce });
  let child: ReturnType<typeof createReusedChild<AskedQuestionAnswer>> | undefined;
  const askChild = (question: AskedQuestion, signal: AbortSignal | undefined) => {
    child ??= createReusedChild({
      ...{ script, answer: askedQuestionAnswerSchema, cwd: emptyFolder(), idleMs },
      limits: { ...kernelLimits, timeMs },
    });
    return child([JSON.stringify(question)], signal);
  };

  const askOnce = async (asked: Question, file: AskedQuestion['file']) => {
    const { tables, sql, params, rows, signal } = asked;
    const opened = await asked.open();
    const question = { ...opened.source(tables), tables, sql, params, rows, file };
    const answer = await askChild(question, signal).catch(error => {
      throw refusalOf(error);
    });
    if (mayBeDamage(answer) && (await opened.repair())) return undefined;
    const whole = wholeOf(answer);
    return whole && { ...whole, last: opened.last, lacks: opened.lacks() };
  };

  /** Runs work in the semaphore. @throws Refusal tooMany after WAIT_MS in the queue */
  const seated = async <T>(asked: Question, work: () => Promise<T>): Promise<T> => {
    const late = new AbortController();
    const stop = timers.every(WAIT_MS, () => late.abort(new Refusal('tooMany', { retryAfter: 2 })));
    const signals = [late.signal, ...(asked.signal ? [asked.signal] : [])];
    const begun = () => {
      stop();
      return work();
    };
    return semaphore.run(asked.by, begun, AbortSignal.any(signals)).finally(stop);
  };

  const answered = (asked: Question, file?: AskedQuestion['file']) =>
    seated(asked, () =>
      // The tables are opened with the core: their files may be removed while a question waits.
      cores.run(
        asked.by,
        async () => {
          const found = (await askOnce(asked, file)) ?? (await askOnce(asked, file));
          if (!found) throw new Refusal('notCaughtUp');
          return found;
        },
        asked.signal,
      ),
    );

  return {
    ask: async asked => {
      const found = await answered(asked);
      if ('rows' in found) return found;
      throw new Error('a table was asked for, and a file was made');
    },
    askFile: async ({ format, bytes, ...asked }) => {
      const dir = await mkdtemp(join(filesDir, 'archline-answer-'));
      try {
        const found = await answered(asked, { dir, format, bytes });
        if (!('file' in found)) throw new Error('a file was asked for, and a table was made');
        const { file, ...facts } = found;
        return { ...facts, ...(await openWritten(dir, file)) };
      } finally {
        // Trap: a process that was just ended may still create a file.
        await rm(dir, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}
