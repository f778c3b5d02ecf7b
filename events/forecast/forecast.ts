/**
 * When a case's next steps are to be expected, from how long like cases took: of the same serving organisation and
 * method, counted in whole days from the step that the case reached last. Of those, the ones that took no less than
 * this case already has: what is over by then says nothing of it any more. Pure; no number without what it rests on.
 */
import { addDays, daysBetween } from '../case/calendar.ts';

/** The steps that a forecast tells of, in their order. */
export const paceSteps = ['submitted', 'designed', 'doctor', 'shipped', 'received', 'completed'] as const;
export type PaceStep = (typeof paceSteps)[number];

/** The day on which each step was first reached, yyyy-mm-dd. */
export type Reached = Partial<Record<PaceStep, string>>;

/** How many cases took how many days. */
export type Durations = ReadonlyMap<number, number>;

/** Fewer like cases than this say nothing. */
export const fewestCases = 8;
const [half, most] = [0.5, 0.85];

export type Expected = {
  step: PaceStep;
  /** The step that is counted from, and the day on which it was reached. */
  from: PaceStep;
  since: string;
  /** Like cases that it rests on: all that went this way, and those that took no less than this one has. */
  cases: number;
  slower: number;
  /** Days that half and 85 of 100 of all took. */
  days: { half: number; most: number };
  /** By when half and 85 of 100 of the slower ones were there; null where those are too few. */
  by: { half: string; most: string } | null;
  /** It already took longer than 85 of 100. */
  overdue: boolean;
};

const countOf = (durations: Durations) => [...durations.values()].reduce((sum, n) => sum + n, 0);

/** The fewest days in which so large a share was there. @param share 0 to 1 @returns undefined of none */
export function quantile(durations: Durations, share: number): number | undefined {
  const wanted = share * countOf(durations);
  let seen = 0;
  for (const days of [...durations.keys()].sort((a, b) => a - b)) {
    seen += durations.get(days) ?? 0;
    if (seen >= wanted && seen > 0) return days;
  }
  return undefined;
}

/** The last of the steps that was reached; undefined before the first. */
export const lastReached = (reached: Reached): PaceStep | undefined =>
  paceSteps.findLast(step => reached[step] !== undefined);

function expected(
  [from, since]: readonly [PaceStep, string],
  step: PaceStep,
  durations: Durations,
  today: string,
): Expected | undefined {
  const cases = countOf(durations);
  const [halfDays, mostDays] = [quantile(durations, half), quantile(durations, most)];
  if (cases < fewestCases || halfDays === undefined || mostDays === undefined) return undefined;
  const taken = Math.max(0, daysBetween(since, today));
  const slower = new Map([...durations].filter(([days]) => days >= taken));
  const count = countOf(slower);
  const day = (share: number) => addDays(since, quantile(slower, share) ?? 0);
  return {
    step,
    from,
    since,
    cases,
    slower: count,
    days: { half: halfDays, most: mostDays },
    by: count < fewestCases ? null : { half: day(half), most: day(most) },
    overdue: taken > mostDays,
  };
}

/**
 * The steps that are still to come, as far as there are enough like cases.
 * @param durationsOf how long like cases took from one step to another
 * @param today yyyy-mm-dd
 */
export function forecast(
  reached: Reached,
  durationsOf: (from: PaceStep, to: PaceStep) => Durations,
  today: string,
): Expected[] {
  const from = lastReached(reached);
  const since = from && reached[from];
  if (!from || !since) return [];
  return paceSteps
    .slice(paceSteps.indexOf(from) + 1)
    .flatMap(step => expected([from, since], step, durationsOf(from, step), today) ?? []);
}
