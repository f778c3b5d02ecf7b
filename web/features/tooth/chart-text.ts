/** Texts of the chart from the `tooth` namespace: names of cells, refusals, amounts. */
import { useTranslation } from 'react-i18next';
import { type Fdi, type Notation, parseContact, TEETH, toothLabel } from '#events/tooth/fdi.ts';
import { type IprMark, iprAt, type MarkConflict, type Marks, marksOnTooth } from '#events/tooth/marks.ts';
import { fillTemplate } from '#events/tooth/sentence.ts';
import type en from '#web/i18n/en/tooth.json';
import { iprAmountText } from './mark-shapes.ts';

/** The dictionary web/i18n/<language>/tooth.json; both languages have the same shape. */
export type ToothWords = typeof en;

/** The dictionary of the page's language. The route must have loaded the `tooth` namespace. */
export function useToothWords(): ToothWords {
  const { i18n } = useTranslation('tooth');
  const bundle: ToothWords | undefined = i18n.getResourceBundle(
    i18n.resolvedLanguage ?? i18n.language,
    'tooth',
  );
  if (!bundle) throw new Error(`the tooth namespace is not loaded for ${i18n.language}`);
  return bundle;
}

/** '11/21', in the reader's notation. */
export function contactLabel(contact: string, notation: Notation = 'fdi'): string {
  const pair = parseContact(contact);
  return pair ? pair.map(tooth => toothLabel(tooth, notation)).join('/') : contact;
}

function iprText(ipr: IprMark, words: ToothWords): string {
  return ipr.mm === undefined
    ? words.chart.amountOpen
    : fillTemplate(words.chart.amount, { mm: iprAmountText(ipr.mm) });
}

/** Additional information in a tooth's name: earlier marks, attachments, notation. */
export type ToothNameDetails = { ghost?: Marks; attached?: ReadonlySet<Fdi>; notation?: Notation };

/** Teeth with an attachment. */
export const teethWithAttachments = (attachments: Partial<Record<Fdi, unknown>> = {}): ReadonlySet<Fdi> =>
  new Set(TEETH.filter(tooth => attachments[tooth] !== undefined));

/** Accessible name of a tooth: "14, extract", "15, earlier: extract". */
export function toothName(tooth: Fdi, marks: Marks, words: ToothWords, notes: ToothNameDetails = {}): string {
  const now = marksOnTooth(marks, tooth);
  const gone = notes.ghost ? marksOnTooth(notes.ghost, tooth).filter(kind => !now.includes(kind)) : [];
  const parts = [toothLabel(tooth, notes.notation), ...now.map(kind => words.mark[kind])];
  if (notes.attached?.has(tooth)) parts.push(words.chart.attachment);
  const list = gone.map(kind => words.mark[kind]).join(words.chart.comma);
  if (list) parts.push(fillTemplate(words.chart.earlier, { marks: list }));
  return parts.join(words.chart.comma);
}

/** Accessible name of a contact: "Contact 11/21, IPR 0.2 mm". */
export function contactName(
  contact: string,
  marks: Marks,
  words: ToothWords,
  notes: ToothNameDetails = {},
): string {
  const parts = [fillTemplate(words.chart.contact, { contact: contactLabel(contact, notes.notation) })];
  const now = iprAt(marks, contact);
  const before = notes.ghost && iprAt(notes.ghost, contact);
  if (now) parts.push(iprText(now, words));
  if (before && (!now || before.mm !== now.mm))
    parts.push(fillTemplate(words.chart.earlier, { marks: iprText(before, words) }));
  return parts.join(words.chart.comma);
}

/** The reason for a refused mark, as a sentence. */
export function refusalText(
  { reason, tooth, contact }: MarkConflict,
  words: ToothWords,
  notation?: Notation,
): string {
  return fillTemplate(words.reason[reason], {
    tooth: tooth === undefined ? '' : toothLabel(tooth, notation),
    contact: contact === undefined ? '' : contactLabel(contact, notation),
  });
}
