/** Marks on the strip: changes of the rules and the person's own notes, in order of time. Pure. */
import type { AnswerData } from '#services/api/answers.ts';
import type { TimeRange } from './playhead.ts';

/** `id` and `text` null: a release, which everybody sees. `at`: ms since 1970, a whole second. */
export type HistoryMark = { at: number; id: string | null; text: string | null };

const secondOf = (time: string) => Math.ceil(Date.parse(time) / 1000) * 1000;

/** Returns the marks within a range. Leaves out the first release, because the records begin there. */
export function marksWithin(
  { releases, items }: AnswerData<'/api/analysis/marks'>,
  { start, end }: TimeRange,
): HistoryMark[] {
  return [
    ...releases.slice(1).map(({ at }) => ({ at: secondOf(at), id: null, text: null })),
    ...items.map(({ at, id, text }) => ({ at: secondOf(at), id, text })),
  ]
    .filter(({ at }) => at >= start && at <= end)
    .toSorted((a, b) => a.at - b.at);
}
