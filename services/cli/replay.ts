/**
 * Replays the log with another version's read models and compares the rows, before an upgrade and in CI. Changes
 * nothing in the installation.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareVersions, type WhatIfStep } from '../analysis/whatif/what-if.ts';
import { parseEnv } from '../settings/env.ts';
import { listenForInterruption } from './interruption.ts';
import { type OperatorCommand, type OperatorTerminal, WrongUsageError } from './operator-command.ts';
import { withReadableLog } from './readable-log.ts';
import { formatReport, formatReportJson, hasNoDifferences } from './replay-report.ts';

const ownFolder = fileURLToPath(new URL('../../', import.meta.url));
const DIFFERENT = 1;
const FAILED = 2;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = { with: text, from: text, to: text, data: text, json: flag, values: flag };

const isPosition = (typed: string | undefined) => typed === undefined || /^\d{1,18}$/.test(typed);

function askedIn(args: string[]) {
  try {
    const { values } = parseArgs({ args, options });
    const { with: folder, from, to } = values;
    if (folder !== undefined && isPosition(from) && isPosition(to)) return { ...values, folder };
  } catch {
    // A parse error ends in the WrongUsageError below.
  }
  throw new WrongUsageError();
}
type Asked = ReturnType<typeof askedIn>;

/** @throws Error with a sentence for the operator */
function checkFolder(folder: string): void {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist.`);
  if (!existsSync(join(folder, 'projections/views.ts')))
    throw new Error(`${folder} is no checkout of Archline: it has no projections/views.ts.`);
}

/** @throws Error with a sentence for the operator */
function rangeOf({ from: typedFrom, to: typedTo }: Asked, head: bigint): { from?: bigint; to: bigint } {
  const to = typedTo === undefined ? head : BigInt(typedTo);
  if (to > head) throw new Error(`The log ends at ${head}: it has no position ${to}.`);
  if (typedFrom === undefined) return { to };
  const from = BigInt(typedFrom);
  if (from > to) throw new Error(`--from ${from} is after --to ${to}.`);
  return { from, to };
}

const steps: Readonly<Record<WhatIfStep, string>> = {
  building: 'Building the read models of both versions …',
  comparing: 'Comparing their rows …',
  tracing: 'Looking for the events at which rows part …',
};

/** Prints each step once. */
function createProgress({ said }: OperatorTerminal) {
  let last: WhatIfStep | undefined;
  return ({ step }: { step: WhatIfStep }) => {
    if (step !== last) said(steps[step]);
    last = step;
  };
}

export const replayCommand: OperatorCommand = {
  usage: '--with <folder> [--from <position>] [--to <position>] [--data <folder>] [--json] [--values]',
  does: 'Replays the log with the read models of the version in a folder, a checkout with its packages, and compares their rows with those of this version: all, or those that an event from a position on has touched. Changes nothing. Exit code 0: no difference; 1: differences; 2 or more: the comparison failed. --values prints values of fields, which may be personal data.',
  failureCode: FAILED,
  run: async (args, terminal) => {
    const asked = askedIn(args);
    const folder = resolve(asked.folder);
    checkFolder(folder);
    const env = parseEnv({ ...terminal.env, ...(asked.data !== undefined && { DATA_DIR: asked.data }) });
    const { signal, release } = listenForInterruption('Interrupted.');
    const found = await withReadableLog(env, async log => {
      const range = rangeOf(asked, await log.head());
      // In the data folder, because the files hold patients' data.
      const dir = mkdtempSync(join(env.dataDir, 'replay-'));
      const onProgress = asked.json ? undefined : createProgress(terminal);
      const versions = { here: { folder: ownFolder }, there: { folder } };
      return compareVersions({ log, dir, onProgress, signal, ...range, ...versions }).finally(() =>
        rmSync(dir, { recursive: true, force: true }),
      );
    }).finally(release);
    if (asked.json) terminal.said(formatReportJson(found, asked.values));
    else for (const line of formatReport(found, asked.values)) terminal.said(line);
    return hasNoDifferences(found) ? 0 : DIFFERENT;
  },
};
