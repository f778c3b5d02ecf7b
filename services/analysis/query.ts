/**
 * Questions to an organisation's tables, in SQL, each in a child process: native code and large results stay out of the process
 * that serves, and a question that takes too long is killed.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#events/errors.ts';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import { createReusedChild } from '../childProcess/reused-child.ts';
import { emptyManifest, filesOf, type Manifest, readManifest } from './manifest.ts';
import {
  type AnswerTable,
  type Question,
  type QuestionAnswer,
  type QuestionParams,
  questionAnswer,
} from './question.ts';
import { entriesPath, organisationFolder } from './table-folders.ts';
import { type TableName, tableNames } from './tables.ts';
import { type TablePaths, viewStatements } from './views.sql.ts';

/** A question that the engine refuses, in its own words. */
export class QuestionRefused extends Error {
  constructor(words: string) {
    super(words);
    this.name = 'QuestionRefused';
  }
}

/** A moment to look back to: a position, or a time of the log's clock in ms. */
export type AsOf = { position: bigint } | { clock: number };

/** The tables as of one position. */
export type OpenTables = {
  /** The last event in the tables; null if there is none. */
  last: { position: LogPosition; clock: number } | null;
  /** The first event; null if there is none. */
  first: { position: LogPosition; clock: number } | null;
  /**
   * Answers a question.
   * @param rows most rows of the answer. Default: 100,000
   * @throws QuestionRefused, Refusal analysisAbsent, ChildCrash for one that took too long or too much memory
   */
  run(sql: string, params?: QuestionParams, rows?: number): Promise<AnswerTable>;
  /**
   * What a question in a process of its own reads. A segment may be removed later; tables that are opened again have the new ones.
   * @param pathOf where the question finds a segment. Default: where it lies
   */
  source(
    names: readonly TableName[],
    pathOf?: (segment: string) => string,
  ): Pick<Question, 'files' | 'views'>;
};

export type AnalysisTables = {
  /**
   * Opens the tables of the cases that an organisation serves.
   * @param asOf default: now
   * @throws Refusal analysisAbsent, notCaughtUp where no tables are kept yet
   */
  open(orgId: string, asOf?: AsOf): Promise<OpenTables>;
  /** Resolves with true once the tables have every event up to a position, or with false after the time in ms. */
  reached(position: bigint, waitMs: number): Promise<boolean>;
};

/** For a server without tables. */
export const absentTables: AnalysisTables = {
  open: () => Promise.reject(new Refusal('analysisAbsent')),
  reached: () => Promise.resolve(true),
};

const script = fileURLToPath(new URL('./query-child.ts', import.meta.url));
/** Longest time of a question in ms. */
const LONGEST_MS = 10_000;
const HEAP_MB = 256;
const idleMs = 60_000;
const ROWS = 100_000;

const spotOf = (spot: Manifest['last']) =>
  spot && { position: toLogPosition(spot.position), clock: spot.clock };

function pathsOf(
  dir: string,
  { tables, tails }: Manifest,
  pathOf: (segment: string) => string = segment => segment,
): TablePaths {
  const paths = tableNames.map(name => {
    const tail = tails[name];
    return [
      name,
      [...tables[name], ...(tail ? [tail] : [])].map(({ file }) => pathOf(join(dir, file))),
    ] as const;
  });
  // Boundary: every table has an entry.
  return Object.fromEntries(paths) as Record<(typeof tableNames)[number], string[]>;
}

export type AnalysisTablesOptions = {
  /** Folder of the log's tables (table-folders.ts). */
  dir: string;
  logId: string;
  /** Milliseconds after which a question is ended. Default: 10,000. */
  longestMs?: number;
  /** Waits for the process that keeps the tables. Default: it is another one, for which nobody waits. */
  reached?: AnalysisTables['reached'];
};

export function createAnalysisTables(options: AnalysisTablesOptions): AnalysisTables {
  const { dir, logId, longestMs = LONGEST_MS, reached = () => Promise.resolve(true) } = options;
  const limits = { timeMs: longestMs, heapMb: HEAP_MB };
  const ask = createReusedChild({ script, answer: questionAnswer, limits, idleMs });

  /** Asks once. Undefined if a segment was removed meanwhile: there is a newer manifest then. */
  const askOnce = async (question: Question): Promise<AnswerTable | undefined> => {
    const answer: QuestionAnswer = await ask([JSON.stringify(question)]);
    if ('absent' in answer) throw new Refusal('analysisAbsent');
    if ('failed' in answer) throw new QuestionRefused(answer.failed);
    return 'gone' in answer ? undefined : answer;
  };

  const manifestOf = async (orgId: string): Promise<{ folder: string; manifest: Manifest }> => {
    // Another node keeps the tables, or nobody has begun.
    if (!existsSync(entriesPath(dir))) throw new Refusal('notCaughtUp');
    const folder = organisationFolder(dir, orgId);
    return { folder, manifest: (await readManifest(folder, logId)) ?? emptyManifest(logId, orgId) };
  };

  const openAt = async (orgId: string, position: bigint | undefined): Promise<OpenTables> => {
    let { folder, manifest } = await manifestOf(orgId);
    const first = spotOf(manifest.first);
    const last = spotOf(manifest.last);
    /** Later manifests have later events too, so that a retry needs the position. */
    let asOf = position !== undefined && last && position < last.position ? position : undefined;
    const questionOf = (sql: string, params: QuestionParams, rows: number): Question => ({
      files: filesOf(manifest).map(({ file }) => join(folder, file)),
      views: viewStatements(pathsOf(folder, manifest), asOf),
      ...{ sql, params, rows },
    });
    return {
      first,
      last,
      source: (names, pathOf = segment => segment) => {
        const paths = pathsOf(folder, manifest, pathOf);
        return {
          files: names.flatMap(name => paths[name]),
          views: viewStatements(
            paths,
            asOf,
            tableNames.filter(name => names.includes(name)),
          ),
        };
      },
      run: async (sql, params = {}, rows = ROWS) => {
        const answer = await askOnce(questionOf(sql, params, rows));
        if (answer) return answer;
        asOf ??= last?.position;
        ({ folder, manifest } = await manifestOf(orgId));
        const again = await askOnce(questionOf(sql, params, rows));
        if (!again) throw new Refusal('notCaughtUp');
        return again;
      },
    };
  };

  const lastUpTo = async (tables: OpenTables, asOf: AsOf): Promise<OpenTables['last']> => {
    const [where, value] =
      'position' in asOf
        ? ['position <= $value::BIGINT', String(asOf.position)]
        : ['clock <= make_timestamp_ms($value::BIGINT)', String(asOf.clock)];
    const { rows } = await tables.run(
      `SELECT max(position)::VARCHAR, epoch_ms(max(clock)) FROM events WHERE ${where}`,
      { value },
    );
    const [position, clock] = rows[0] ?? [];
    return typeof position === 'string' ? { position: toLogPosition(position), clock: Number(clock) } : null;
  };

  return {
    reached,
    open: async (orgId, asOf) => {
      const now = await openAt(orgId, undefined);
      if (!asOf || !now.last) return now;
      const last = await lastUpTo(now, asOf);
      const then = await openAt(orgId, last?.position ?? 0n);
      return { ...then, last };
    },
  };
}
