/**
 * What a patient reads of the wear on a day: worked out where it is read, so that a page which was kept says the right
 * aligner on every later day. Pure; the server and the phone use the same.
 */
import { limits as rules } from '#events/case/options.ts';
import type { ReportFacts, WearFacts } from '#events/share/facts.ts';
import { changeDue, lastComplete, type WearNow, wearAt, wearCalendar } from '#events/wear/wear.ts';
import type { Say } from './say.ts';

/** Changes that are shown at once; the others are unfolded. */
export const soonDays = 6;

export const arches = ['upper', 'lower'] as const;
export type Arch = (typeof arches)[number];

type Worn = Pick<WearFacts, 'wear' | 'limits' | 'takes' | 'refined'>;
type ArchToday = { arch: Arch; stage: number; total: number; passive: boolean };
export type Coming = { stage: number; on: string; here: boolean };
export type Today = {
  arches: ArchToday[];
  /** One sentence, the day that it is about, and what to do. */
  headline: string;
  day: string | null;
  advice: string | null;
  asks: boolean;
  /** The aligner that may be said to be in, and the day that it was planned for where that is later. */
  change: { stage: number; planned: string | null } | null;
  coming: Coming[];
  /** The treatment has ended or is being refined: its calendar no longer says anything. */
  ended: boolean;
};

/** A day as a patient reads it: Wednesday, 25 November. */
export function dayWords(lang: string): (day: string) => string {
  const how = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, how);
  // Without a space before the weekday a Chinese date is hard to read in large type.
  return day => format.format(new Date(`${day}T00:00:00Z`)).replace(/日(?=星期)/, '日 ');
}

type Sentence = Pick<Today, 'headline' | 'day' | 'advice'>;
type Telling = { worn: Worn; now: WearNow; today: string; say: Say; dayOf: (day: string) => string };

const sentences: Record<WearNow['state'], (told: Telling) => Sentence> = {
  before: ({ worn: { wear }, say }) => ({
    headline: say('now.before', { stage: wear.stage }),
    day: wear.start,
    advice: null,
  }),
  worn: wornSentence,
  late: ({ now, say }) => ({
    headline:
      now.late === 0
        ? say('now.today', { stage: now.stage + 1 })
        : say('now.late', { stage: now.stage + 1, count: now.late }),
    day: now.next,
    advice: now.late === 0 ? null : say('advice.late'),
  }),
  waiting: ({ worn: { limits }, say }) => ({
    // Where aligners are waited for, one at least has not come.
    headline: say('now.waiting', { stage: Math.min(...notHere(limits)) }),
    day: null,
    advice: say('advice.waiting'),
  }),
  held: ({ worn: { wear }, now, say, dayOf }) => {
    const until = wear.holds.at(-1)?.until ?? null;
    const advice = until
      ? say('advice.heldUntil', { stage: now.stage, day: dayOf(until) })
      : say('advice.held');
    return { headline: say('now.held'), day: null, advice };
  },
  done: ({ say }) => ({ headline: say('now.done'), day: null, advice: say('advice.done') }),
};

/** The first aligner of each arch that has not come. */
const notHere = ({ total, received }: Worn['limits']): number[] =>
  arches.filter(arch => received[arch] < total[arch]).map(arch => received[arch] + 1);

function wornSentence({ worn, now, today, say }: Telling): Sentence {
  const { total } = worn.limits;
  if (changeDue(worn.wear, worn.limits, today) === now.stage)
    return { headline: say('now.today', { stage: now.stage }), day: null, advice: null };
  if (now.next !== null && now.left !== null)
    return {
      headline: say('now.in', { stage: now.stage + 1, count: now.left }),
      day: now.next,
      advice: null,
    };
  const isLast = now.stage >= Math.max(total.upper, total.lower);
  return isLast
    ? { headline: say('now.last'), day: null, advice: say('advice.last') }
    : { headline: say('now.unknown'), day: null, advice: null };
}

/** Replaces every sentence, question and day to come once the calendar no longer holds. */
const ending = (headline: string) =>
  ({ headline, day: null, advice: null, asks: false, change: null, coming: [] as Coming[] }) as const;

/** @param today yyyy-mm-dd, where the clinic is */
export function todayOf(worn: Worn, today: string, say: Say, dayOf: (day: string) => string): Today {
  const { wear, limits, takes, refined } = worn;
  const ended = takes ? (refined ? 'refined' : null) : 'ended';
  const now = wearAt(wear, limits, today);
  const stage = changeDue(wear, limits, today);
  const complete = lastComplete(limits);
  return {
    arches: arches.map(arch => ({
      arch,
      stage: now[arch],
      total: limits.total[arch],
      passive: limits.total[arch] > 0 && now.stage > limits.total[arch],
    })),
    ...sentences[now.state]({ worn, now, today, say, dayOf }),
    asks: (now.state === 'late' && now.late > 0) || now.state === 'waiting',
    change:
      stage === null ? null : { stage, planned: now.next !== null && now.next > today ? now.next : null },
    coming: wearCalendar(wear, limits)
      .filter(({ on }) => on > today)
      .map(({ stage: next, on }) => ({ stage: next, on, here: next <= complete })),
    ended: ended !== null,
    ...(ended && ending(say(ended))),
  };
}

/** Whole minutes in which a report may still be taken back. A clock that is behind shows no more than the whole time. */
export const minutesLeft = ({ until }: Pick<ReportFacts, 'until'>, now: number): number =>
  Math.min(rules.takeBackMs / 60_000, Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000)));
