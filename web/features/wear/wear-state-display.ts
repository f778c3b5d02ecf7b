/** The state of a patient's wear on a date, as word, tone and icon. Pure. */
import type { WearNow } from '#events/wear/wear-calendar.ts';
import type { Tone } from '#web/ui/theme.ts';

export type WearStateName = 'before' | 'worn' | 'today' | 'late' | 'waiting' | 'held' | 'done' | 'none';
export type WearStateDisplay = {
  mark: WearStateName;
  tone: Tone;
  /** Whether an action is required. */
  asks: boolean;
  /** Number of days late, or days waited. */
  days: number;
};

const tones: Record<WearStateName, Tone> = {
  before: 'info',
  worn: 'ok',
  today: 'info',
  late: 'warn',
  waiting: 'warn',
  held: 'neutral',
  done: 'brand',
  none: 'neutral',
};

function markOf(now: WearNow | null): WearStateName {
  if (!now) return 'none';
  // On the due date itself the patient is not late.
  if (now.state === 'late' && now.late === 0) return 'today';
  return now.state;
}

/** False if the calendar says "on time" although an aligner is missing. */
export const isWearStateShown = ({ mark }: WearStateDisplay, missed: number): boolean =>
  missed === 0 || !['worn', 'before', 'today'].includes(mark);

export function wearStateDisplay(now: WearNow | null): WearStateDisplay {
  const mark = markOf(now);
  const asks = mark === 'late' || mark === 'waiting';
  return { mark, tone: tones[mark], asks, days: now?.late ?? 0 };
}
