/**
 * Questions of analysts in SQL. Each has a process of its own, because the engine's limits are no fence: it is ended at the
 * deadline, and the kernel bounds its memory.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { badField, Refusal } from '#events/errors.ts';
import { ChildCrash, ChildTimeout } from '../childProcess/child.ts';
import { createReusedChild } from '../childProcess/reused-child.ts';
import type { Timers } from '../clock/clock.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { type AskedAnswer, type AskedParams, type AskedTable, askedAnswer } from './asked-question.ts';
import type { OpenTables } from './query.ts';
import type { TableName } from './tables.ts';

export const askLimits = {
  /** Characters of a text. */
  characters: 64 * 1024,
  params: 20,
  /** Rows of an answer without a number of its own, and most rows. */
  rows: 10_000,
  mostRows: 100_000,
  /** Longest time of a question in ms. */
  timeMs: 10_000,
} as const;

/** `atOnce`: running on a node. Others wait. */
const seats = { atOnce: 4, perPersonAtOnce: 2, perPerson: 8 };
/** Longest wait for a seat in ms. */
const WAIT_MS = 5000;
/** MiB. With 512 of data Node does not start, with 768 the engine answers. */
const memory = { heapMb: 256, dataMb: 1536 };
const idleMs = 60_000;

export type Asked = {
  /** The asking person. */
  by: string;
  /** Opens the tables, again if a segment was removed meanwhile. */
  open: () => Promise<OpenTables>;
  /** Tables that exist for the person. */
  tables: readonly TableName[];
  sql: string;
  params: AskedParams;
  rows: number;
  /** Ends the question. */
  signal?: AbortSignal;
};

export type Answered = AskedTable & Pick<OpenTables, 'last'>;

/** @throws Refusal badInput, questionTooLong, questionTooLarge, tooMany, notCaughtUp, analysisAbsent; the signal's reason */
export type Ask = (asked: Asked) => Promise<Answered>;

type AskOptions = { timers: Timers /** Default: 10 s. */; timeMs?: number };

const script = fileURLToPath(new URL('./ask-child.ts', import.meta.url));

/** A folder with nothing in it. Nobody may write to it. */
function emptyFolder(): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'archline-ask-')), 'empty');
  mkdirSync(dir, { mode: 0o500 });
  return dir;
}

function tableOf(answer: AskedAnswer): AskedTable | undefined {
  if ('rows' in answer) return answer;
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
const mayBeDamage = (answer: AskedAnswer): boolean =>
  'refused' in answer &&
  answer.refused.issue === 'sql-refused' &&
  ofFiles.test(String(answer.refused.values?.words));

function refusalOf(error: unknown): unknown {
  if (error instanceof ChildTimeout) return new Refusal('questionTooLong');
  return error instanceof ChildCrash ? new Refusal('questionTooLarge') : error;
}

export function createAsk({ timers, timeMs = askLimits.timeMs }: AskOptions): Ask {
  const semaphore = createFairSemaphore(seats);
  let child: ReturnType<typeof createReusedChild<AskedAnswer>> | undefined;
  const askChild = (question: string, signal: AbortSignal | undefined) => {
    child ??= createReusedChild({
      ...{ script, answer: askedAnswer, cwd: emptyFolder(), idleMs },
      limits: { ...memory, timeMs },
    });
    return child([question], signal);
  };

  const askOnce = async ({ open, tables, sql, params, rows, signal }: Asked) => {
    const opened = await open();
    const question = { ...opened.source(tables), tables, sql, params, rows };
    const answer = await askChild(JSON.stringify(question), signal).catch(error => {
      throw refusalOf(error);
    });
    if (mayBeDamage(answer) && (await opened.repair())) return undefined;
    const table = tableOf(answer);
    return table && { ...table, last: opened.last };
  };

  /** Waits for a seat, but not for long. */
  const seated = async (asked: Asked, work: () => Promise<Answered>): Promise<Answered> => {
    const late = new AbortController();
    const stop = timers.every(WAIT_MS, () => late.abort(new Refusal('tooMany', { retryAfter: 2 })));
    const signals = [late.signal, ...(asked.signal ? [asked.signal] : [])];
    const begun = () => {
      stop();
      return work();
    };
    return semaphore.run(asked.by, begun, AbortSignal.any(signals)).finally(stop);
  };

  return asked =>
    seated(asked, async () => {
      const answered = (await askOnce(asked)) ?? (await askOnce(asked));
      if (!answered) throw new Refusal('notCaughtUp');
      return answered;
    });
}
