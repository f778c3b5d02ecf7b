/** The submission that an order form is compared with: the last one before its latest change. Pure. */
import type { CaseEventType } from '#events/case/stream.ts';
import type { HistoryItem } from '#projections/history/item.ts';

/** Events that change an order: answers or records. */
const edits: ReadonlySet<CaseEventType> = new Set([
  'SectionSaved',
  'FileAttached',
  'FileRemoved',
  'ScansRecorded',
  'InfoAnswered',
]);

/**
 * The last submission before a later change; undefined for a first draft and for an unchanged submission.
 * @param upTo revision of the displayed case
 */
export function findSubmissionBefore(items: readonly HistoryItem[], upTo: number): HistoryItem | undefined {
  const shown = items.filter(item => item.revision <= upTo);
  const edit = shown.findLastIndex(item => edits.has(item.type));
  return shown.slice(0, Math.max(edit, 0)).findLast(item => item.type === 'CaseSubmitted');
}
