/** How a patient's wear stands on a day, as words, tone and picture. Pure. */
import type { WearNow } from '#events/wear/wear.ts';
import type { Tone } from '#web/ui/theme.ts';

export type Mark = 'before' | 'worn' | 'today' | 'late' | 'waiting' | 'held' | 'done' | 'none';
export type Standing = {
  mark: Mark;
  tone: Tone;
  /** Somebody has to do something. */
  asks: boolean;
  /** Days late, or waited. */
  days: number;
};

const tones: Record<Mark, Tone> = {
  before: 'info',
  worn: 'ok',
  today: 'info',
  late: 'warn',
  waiting: 'warn',
  held: 'neutral',
  done: 'brand',
  none: 'neutral',
};

function markOf(now: WearNow | null): Mark {
  if (!now) return 'none';
  // The day itself is no delay yet.
  if (now.state === 'late' && now.late === 0) return 'today';
  return now.state;
}

/** False where the calendar alone would call a patient on time, while an aligner is missing. */
export const saysState = ({ mark }: Standing, missed: number): boolean =>
  missed === 0 || !['worn', 'before', 'today'].includes(mark);

export function standingOf(now: WearNow | null): Standing {
  const mark = markOf(now);
  const asks = mark === 'late' || mark === 'waiting';
  return { mark, tone: tones[mark], asks, days: now?.late ?? 0 };
}
