/** Writes a year of invented history to an empty data folder, for analysis and for load. */
import { parseArgs } from 'node:util';
import { addDays } from '#events/case/calendar.ts';
import { daySchema } from '#events/case/fields.ts';
import { createStopwatch, dayInZone, systemClock } from '../clock/clock.ts';
import { parseEnv } from '../settings/env.ts';
import { prepareDataFolder } from '../start/data-folder.ts';
import { writeYear, type YearProgress } from '../year/write-year.ts';
import { listenForInterruption } from './interruption.ts';
import { type OperatorCommand, WrongUsageError } from './operator-command.ts';

const text = { type: 'string' } as const;
const CASES = 10_000;
const MOST_CASES = 100_000;
const SEED = 1;
/** Number of events between two lines of progress. */
const SAID_EVERY = 50_000;

function wholeNumber(typed: string | undefined, usual: number, most: number): number {
  if (typed === undefined) return usual;
  const number = Number(typed);
  if (!/^\d{1,9}$/.test(typed) || number < 1 || number > most) throw new WrongUsageError();
  return number;
}

function asked(args: string[], today: string) {
  try {
    const { cases, seed, end } = parseArgs({ args, options: { cases: text, seed: text, end: text } }).values;
    const last = end ?? addDays(today, -1);
    // Events of the future would surprise every clock of the product.
    if (!daySchema.safeParse(last).success || last >= today) throw new WrongUsageError();
    return {
      cases: wholeNumber(cases, CASES, MOST_CASES),
      seed: wholeNumber(seed, SEED, 999_999_999),
      end: last,
    };
  } catch {
    throw new WrongUsageError();
  }
}

export const demoYearCommand: OperatorCommand = {
  usage: '[--cases 10000] [--seed 1] [--end <last day, yyyy-mm-dd>]',
  does: 'Fills DATA_DIR, which must have no log, with a year of invented cases, people and events, without files. Sign in with the accounts of the demo. The default for --end is yesterday.',
  run: async (args, { env, said }) => {
    const options = asked(args, dayInZone('Asia/Shanghai', systemClock.now()));
    const { dataDir } = parseEnv(env);
    prepareDataFolder(dataDir);
    const seconds = createStopwatch();
    let next = SAID_EVERY;
    const told = ({ events, at }: YearProgress) => {
      if (events < next) return;
      next = events + SAID_EVERY;
      said(`${events} events, up to ${at.slice(0, 10)} …`);
    };
    const { signal, release } = listenForInterruption('Interrupted. The folder has no log.');
    try {
      const events = await writeYear({ ...options, dir: dataDir, told, signal });
      said(`Wrote ${events} events of ${options.cases} cases to ${dataDir} in ${Math.round(seconds())} s.`);
      said('`npm run archline -- prepare-rows` builds their read models before the first start.');
    } finally {
      release();
    }
  },
};
