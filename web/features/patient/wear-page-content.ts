/**
 * The patient's page on a date, computed where it is read, so that a stored page shows the right aligner on
 * later dates. Pure; shared by server and phone.
 */
import { limits as rules } from '#events/case/limits.ts';
import type { MissedReportFacts, SharedWearFacts } from '#events/share/facts.ts';
import {
  lastCompleteAligner,
  nextReportableAligner,
  type WearNow,
  wearAt,
  wearCalendar,
} from '#events/wear/wear-calendar.ts';
import type { Translate } from './translator.ts';

/** Number of changes shown at once; the others are folded. */
export const maxUnfoldedChanges = 6;

export const arches = ['upper', 'lower'] as const;
export type Arch = (typeof arches)[number];

type Worn = Pick<SharedWearFacts, 'wear' | 'limits' | 'takes' | 'refined'>;
type ArchToday = { arch: Arch; stage: number; total: number; passive: boolean };
export type UpcomingAlignerChange = { stage: number; on: string; here: boolean };
/** Content of the patient's wear page on a date. */
export type WearPageContent = {
  arches: ArchToday[];
  /** One sentence, its date, and the advice. */
  headline: string;
  day: string | null;
  advice: string | null;
  asks: boolean;
  /** The aligner whose change may be reported, and its planned date if that is later. */
  change: { stage: number; planned: string | null } | null;
  coming: UpcomingAlignerChange[];
  /** The treatment has ended or is being refined: the calendar no longer applies. */
  ended: boolean;
};

/** A date for patients: Wednesday, 25 November. */
export function dayFormatter(lang: string): (day: string) => string {
  const how = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, how);
  // Adds a space before the Chinese weekday, for legibility in large type.
  return day => format.format(new Date(`${day}T00:00:00Z`)).replace(/日(?=星期)/, '日 ');
}

type Sentence = Pick<WearPageContent, 'headline' | 'day' | 'advice'>;
type SentenceInput = {
  worn: Worn;
  now: WearNow;
  today: string;
  say: Translate;
  dayOf: (day: string) => string;
};

const sentences: Record<WearNow['state'], (told: SentenceInput) => Sentence> = {
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
    // While the patient waits for aligners, at least one has not arrived.
    headline: say('now.waiting', { stage: Math.min(...missingAligners(limits)) }),
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

/** The first missing aligner of each arch. */
const missingAligners = ({ total, received }: Worn['limits']): number[] =>
  arches.filter(arch => received[arch] < total[arch]).map(arch => received[arch] + 1);

function wornSentence({ worn, now, today, say }: SentenceInput): Sentence {
  const { total } = worn.limits;
  if (nextReportableAligner(worn.wear, worn.limits, today) === now.stage)
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

/** Replaces all sentences, questions and dates once the calendar no longer applies. */
const endedDay = (headline: string) =>
  ({
    headline,
    day: null,
    advice: null,
    asks: false,
    change: null,
    coming: [] as UpcomingAlignerChange[],
  }) as const;

/** Returns the content of the patient's wear page. @param today yyyy-mm-dd at the clinic */
export function wearPageContentOn(
  worn: Worn,
  today: string,
  say: Translate,
  dayOf: (day: string) => string,
): WearPageContent {
  const { wear, limits, takes, refined } = worn;
  const ended = takes ? (refined ? 'refined' : null) : 'ended';
  const now = wearAt(wear, limits, today);
  const stage = nextReportableAligner(wear, limits, today);
  const complete = lastCompleteAligner(limits);
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
    ...(ended && endedDay(say(ended))),
  };
}

/**
 * Whole minutes in which a report can still be withdrawn; limited to the full period if the clock is behind.
 */
export const minutesToWithdraw = ({ until }: Pick<MissedReportFacts, 'until'>, now: number): number =>
  Math.min(rules.takeBackMs / 60_000, Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000)));
