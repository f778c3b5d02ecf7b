/** What an order form is compared with: the submission before what was changed last. Pure. */
import type { CaseEventType } from '#events/case/stream.ts';
import type { HistoryItem } from '#projections/history/item.ts';

/** What changes an order: its answers or its records. */
const edits: ReadonlySet<CaseEventType> = new Set([
  'SectionSaved',
  'FileAttached',
  'FileRemoved',
  'ScansRecorded',
  'InfoAnswered',
]);

/**
 * The last submission that something was changed after; undefined where there is none: a first draft, or a case that is
 * as it was submitted.
 * @param upTo revision of the case as it is shown
 */
export function submissionBefore(items: readonly HistoryItem[], upTo: number): HistoryItem | undefined {
  const shown = items.filter(item => item.revision <= upTo);
  const edit = shown.findLastIndex(item => edits.has(item.type));
  return shown.slice(0, Math.max(edit, 0)).findLast(item => item.type === 'CaseSubmitted');
}
