/** Times of all steps of all cases. They are within working hours, over the last months, in one order. */
import { type DemoCaseSpec, lifecyclePaths } from './cases.ts';
import { type DemoStepName, demoStepOf } from './steps.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Shanghai's offset from UTC: 8 hours all year. */
const zone = 8 * hour;

export type ScheduledTurn = { at: number; spec: DemoCaseSpec; step: DemoStepName | 'adopt' | 'endParent' };

/** Numbers between 0 and 1, derived from a text. */
function numbersOf(text: string): () => number {
  let state = 0;
  for (const char of text) state = (Math.imul(state, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Compresses the time of a past day into 8 to 20 o'clock, in the same order. */
function workingHours(at: number, now: number): number {
  const midnight = Math.floor((at + zone) / day) * day - zone;
  return midnight + day > now ? at : midnight + 8 * hour + (at - midnight) / 2;
}

const hoursOf = (step: ScheduledTurn['step']): readonly [number, number] =>
  step === 'adopt' ? [2, 20] : step === 'endParent' ? [0.01, 0.02] : demoStepOf(step).hours;

/** Steps of one case, scheduled backwards from its last change. */
function turnsOf(spec: DemoCaseSpec, now: number): ScheduledTurn[] {
  const random = numbersOf(spec.key);
  let at = now - spec.daysAgo * day;
  return lifecyclePaths[spec.path]
    .toReversed()
    .map(step => {
      const turn = { at: workingHours(at, now), spec, step };
      const [least, most] = hoursOf(step);
      at -= (least + random() * (most - least)) * hour;
      return turn;
    })
    .toReversed();
}

/** All turns of all cases, oldest first. */
export function scheduleTurns(specs: readonly DemoCaseSpec[], now: number): ScheduledTurn[] {
  return specs.flatMap(spec => turnsOf(spec, now)).sort((a, b) => a.at - b.at);
}
