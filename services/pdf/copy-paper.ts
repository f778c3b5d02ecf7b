/** A case's answers and events in words, for the patient's copy. Pure. */

import type { TFunction } from 'i18next';
import { orderForm } from '#events/order/form.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import { eventLine } from '#web/case/event-line.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { noteText } from '#web/lib/note-text.ts';
import { answeredFactsIn, type PaperFact } from './order-paper.ts';

export type PatientCopyPaper = {
  sections: { title: string; facts: PaperFact[] }[];
  lines: { at: string; by: string; text: string; note: string | null }[];
};

/** The clinic's own address and telephone number are not the patient's data. */
const isOfClinic = ({ path }: { path: string }) => path.startsWith('data.deliveryAddress');

export function patientCopyPaperOf(
  view: CaseView,
  history: readonly HistoryItem[],
  t: TFunction,
): PatientCopyPaper {
  return {
    sections: orderForm
      .filter(({ name }) => name !== 'files')
      .map(({ name, rows }) => ({
        title: t(`rx:section.${name}`),
        facts: answeredFactsIn(view, { name, rows: rows.filter(row => !isOfClinic(row)) }, t),
      }))
      .filter(({ facts }) => facts.length > 0),
    lines: history.map(item => ({
      at: item.at,
      by: actorName(item.by, t),
      text: eventLine(item, t),
      note: noteText(t, item) || null,
    })),
  };
}

/** A file's size in words. */
export const fileSizeTextOf = (bytes: number): string => formatBytes(bytes);
