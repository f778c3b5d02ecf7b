/**
 * Questions to an organisation's tables, in SQL, each in a child process: native code and large results stay out of the process
 * that serves, and a question that takes too long is killed.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#events/errors.ts';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { compileCacheEnv } from '../childProcess/child.ts';
import { type AskChild, createReusedChild } from '../childProcess/reused-child.ts';
import { createEmptyManifest, filesOfManifest, type Manifest, type MissingRange } from './manifest.ts';
import {
  type AnswerTable,
  type Question,
  type QuestionAnswer,
  type QuestionParams,
  questionAnswerSchema,
} from './question.ts';
import { createServedManifests } from './served-manifests.ts';
import type { TableStore } from './table-files.ts';
import { type TableName, tableNames } from './tables.ts';
import { buildViewStatements, type TablePaths } from './views.sql.ts';

/** A question that the engine refuses, in its own words. */
export class QuestionRefusedError extends Error {
  constructor(words: string) {
    super(words);
    this.name = 'QuestionRefusedError';
  }
}

/** A moment to look back to: a position, or a time of the log's clock in ms. */
export type AsOf = { position: bigint } | { clock: number };

/** The tables as of one position. */
export type OpenedTables = {
  /** The last event in the tables; null if there is none. */
  last: { position: LogPosition; clock: number } | null;
  /** The first event; null if there is none. */
  first: { position: LogPosition; clock: number } | null;
  /** Position as of which `case_facts` holds, whatever the moment: it may lack erasures after it. */
  factsAt: LogPosition;
  /** Ranges whose rows were damaged or set aside, and are built again. */
  lacks(): readonly MissingRange[];
  /**
   * Answers a question.
   * @param rows most rows of the answer. Default: 100,000
   * @throws QuestionRefusedError, Refusal analysisAbsent, ChildCrashError for a question that took too long or too much memory
   */
  run(sql: string, params?: QuestionParams, rows?: number): Promise<AnswerTable>;
  /** Looks for damaged segments after a failure. @returns true if there were any: open the tables again */
  repair(): Promise<boolean>;
  /**
   * What a question in a process of its own reads. A segment may be removed later; tables that are opened again have the new ones.
   * @param pathOf path under which the question finds a segment. Default: its own path
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
  open(orgId: string, asOf?: AsOf): Promise<OpenedTables>;
  /** Resolves with true once the tables have every event up to a position, or with false after the time in ms. */
  reached(position: bigint, waitMs: number): Promise<boolean>;
  /** Why this process does not keep the tables any more; undefined while it does, and where another process keeps them. */
  fault(): string | undefined;
};

/** For a server without tables. */
export const absentAnalysisTables: AnalysisTables = {
  open: () => Promise.reject(new Refusal('analysisAbsent')),
  reached: () => Promise.resolve(true),
  fault: () => undefined,
};

const script = fileURLToPath(new URL('./query-child.ts', import.meta.url));
/** Longest time of a question in ms. */
const LONGEST_MS = 10_000;
const HEAP_MB = 256;
const idleMs = 60_000;
const ROWS = 100_000;
/** Times that a question is asked whose segments are gone or damaged. */
const TRIES = 3;

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
  // Cast: every table has an entry.
  return Object.fromEntries(paths) as Record<(typeof tableNames)[number], string[]>;
}

export type AnalysisTablesOptions = {
  tableStore: TableStore;
  logId: string;
  /** Names the drafts of this process. */
  holder: string;
  /** Milliseconds after which a question is ended. Default: 10,000. */
  longestMs?: number;
  /** Processes that answer the questions. Default: some of its own. */
  ask?: AskChild<QuestionAnswer>;
  /** Called with the number of segments that were set aside. */
  onSetAside?: (segments: number) => void;
  /** Waits for the process that keeps the tables. Default: it is another one, for which nobody waits. */
  reached?: AnalysisTables['reached'];
  fault?: AnalysisTables['fault'];
};

/** Processes that answer questions. @param longestMs time in ms after which a question is ended */
export const createQueryProcesses = (longestMs = LONGEST_MS): AskChild<QuestionAnswer> =>
  createReusedChild({
    ...{ script, answer: questionAnswerSchema, env: compileCacheEnv, idleMs },
    limits: { timeMs: longestMs, heapMb: HEAP_MB },
  });

/** @throws Refusal analysisAbsent */
function isDone(answer: QuestionAnswer): answer is AnswerTable {
  if ('absent' in answer) throw new Refusal('analysisAbsent');
  return 'rows' in answer;
}

export function createAnalysisTables(options: AnalysisTablesOptions): AnalysisTables {
  const { logId, longestMs, reached = absentAnalysisTables.reached } = options;
  const { fault = absentAnalysisTables.fault } = options;
  const { ask = createQueryProcesses(longestMs) } = options;
  const served = createServedManifests(options);

  const askOnce = (question: Question): Promise<QuestionAnswer> => ask([JSON.stringify(question)]);

  const openAt = async (orgId: string, position: bigint | undefined): Promise<OpenedTables> => {
    const { dir, manifest: opened = createEmptyManifest(logId, orgId) } = await served.open(orgId);
    let manifest = opened;
    const first = spotOf(manifest.first);
    const last = spotOf(manifest.last);
    /** Later manifests have later events too, so that a retry needs the position. */
    let asOf = position !== undefined && last && position < last.position ? position : undefined;
    const questionOf = (sql: string, params: QuestionParams, rows: number): Question => ({
      files: filesOfManifest(manifest).map(({ file }) => join(dir, file)),
      views: buildViewStatements(pathsOf(dir, manifest), asOf),
      ...{ sql, params, rows },
    });
    return {
      first,
      last,
      factsAt: last?.position ?? START,
      lacks: () => manifest.lacks ?? [],
      repair: () => served.repair(orgId, opened),
      source: (names, pathOf = segment => segment) => {
        const paths = pathsOf(dir, opened, pathOf);
        return {
          files: names.flatMap(name => paths[name]),
          views: buildViewStatements(
            paths,
            asOf,
            tableNames.filter(name => names.includes(name)),
          ),
        };
      },
      run: async (sql, params = {}, rows = ROWS) => {
        for (let tries = 0; tries < TRIES; tries++) {
          const answer = await askOnce(questionOf(sql, params, rows));
          if (isDone(answer)) return answer;
          // Segments were removed since, or are damaged. Otherwise, the question is to blame.
          if ('failed' in answer && !(await served.repair(orgId, manifest)))
            throw new QuestionRefusedError(answer.failed);
          asOf ??= last?.position;
          manifest = (await served.open(orgId)).manifest ?? createEmptyManifest(logId, orgId);
        }
        throw new Refusal('notCaughtUp');
      },
    };
  };

  const lastUpTo = async (tables: OpenedTables, asOf: AsOf): Promise<OpenedTables['last']> => {
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
    fault,
    open: async (orgId, asOf) => {
      const now = await openAt(orgId, undefined);
      if (!asOf || !now.last) return now;
      const last = await lastUpTo(now, asOf);
      const then = await openAt(orgId, last?.position ?? 0n);
      return { ...then, last };
    },
  };
}
