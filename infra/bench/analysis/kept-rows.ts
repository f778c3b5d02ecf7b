/** Stores the rows of each part of a benchmark until the last part has run, and formats all goals as one table. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkRow } from '../bench.ts';
import { isGoalMet } from '../goals.ts';

type KeptRows = {
  /** ISO time of the run. */
  at: string;
  /** Load average of the machine at the end of the run. */
  load: number;
  rows: BenchmarkRow[];
};

const fileOf = (dir: string, part: string) => join(dir, `${part}.json`);

/** @param dir folder for the rows of one log */
export function keepRows(dir: string, part: string, rows: BenchmarkRow[]): void {
  mkdirSync(dir, { recursive: true });
  const kept: KeptRows = { at: new Date().toISOString(), load: loadavg()[0] ?? 0, rows };
  writeFileSync(fileOf(dir, part), JSON.stringify(kept));
}

// Cast: keepRows has written it.
const keptIn = (dir: string, part: string): KeptRows | undefined =>
  existsSync(fileOf(dir, part))
    ? (JSON.parse(readFileSync(fileOf(dir, part), 'utf8')) as KeptRows)
    : undefined;

const goalLine = (part: string, at: string, load: string, row: BenchmarkRow) => ({
  part,
  what: row.what,
  ratio: (row.ratio ?? row.score)?.toFixed(3) ?? `NOT RUN: ${row.notRun}`,
  goal: row.wanted ?? '',
  met: { true: 'yes', false: 'NO', undefined: '' }[String(isGoalMet(row))],
  at,
  load,
});

/** A line for each goal, and one for each part that has not run. */
export const buildGoalLines = (dir: string, parts: readonly string[]) =>
  parts.flatMap(part => {
    const kept = keptIn(dir, part);
    if (!kept) return [goalLine(part, '', '', { what: '', notRun: 'no rows yet' })];
    return kept.rows
      .filter(({ wanted, notRun }) => wanted !== undefined || notRun !== undefined)
      .map(row => goalLine(part, kept.at.slice(0, 16), kept.load.toFixed(0), row));
  });
