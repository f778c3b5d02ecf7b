import { compareContacts, inScreenOrder } from './fdi.ts';
import type { IprMark, Marks, ToothMark } from './marks.ts';

/** Texts under `sentence` in web/i18n/<language>/tooth.json, with placeholders `{{teeth}}`, `{{contacts}}` and `{{mm}}`. */
export type SentenceWords = Record<ToothMark, string> & {
  none: string;
  ipr: string;
  amount: string;
  amountEach: string;
  amountOpen: string;
  amountTotal: string;
  comma: string;
  stop: string;
  end: string;
};

const ORDER: readonly ToothMark[] = ['extract', 'missing', 'noMove', 'noAttachment', 'reserveSpace'];

/** Fills the {{placeholders}} of a dictionary text. */
export const fillTemplate = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

/** Formats mm rounded to hundredths, so that 0.1 + 0.2 prints 0.3. */
const millimetres = (mm: number) => String(Math.round(mm * 100) / 100);

/** Formats the IPR: '11/21, 31/41 0.2 mm each, 12/11 0.3 mm: 0.7 mm in all', in the dictionary's language. */
function iprClause(all: readonly IprMark[], words: SentenceWords): string {
  const sorted = [...all].sort((a, b) => compareContacts(a.contact, b.contact));
  const groups = Map.groupBy(sorted, ipr => ipr.mm);
  const amounts = [...groups].map(([mm, members]) => {
    const named = members.map(ipr => ipr.contact.replace('-', '/')).join(words.comma);
    if (mm === undefined)
      return groups.size > 1 ? fillTemplate(words.amountOpen, { contacts: named }) : named;
    const pattern = members.length > 1 ? words.amountEach : words.amount;
    return fillTemplate(pattern, { contacts: named, mm: millimetres(mm) });
  });
  const clause = fillTemplate(words.ipr, { contacts: amounts.join(words.comma) });
  const measured = all.filter(ipr => ipr.mm !== undefined);
  if (measured.length < 2) return clause;
  const total = measured.reduce((sum, ipr) => sum + (ipr.mm ?? 0), 0);
  return clause + fillTemplate(words.amountTotal, { mm: millimetres(total) });
}

/**
 * Describes the marks in one sentence: "Extract 14, 24. IPR 11/21 0.2 mm." Used by the side panel, copy, PDF and aria
 * text. States if there are no marks.
 */
export function marksSentence(marks: Marks, words: SentenceWords): string {
  const clauses = ORDER.filter(kind => marks[kind].length > 0).map(kind =>
    fillTemplate(words[kind], { teeth: inScreenOrder(marks[kind]).join(words.comma) }),
  );
  if (marks.ipr.length > 0) clauses.push(iprClause(marks.ipr, words));
  return clauses.length > 0 ? clauses.join(words.stop) + words.end : words.none;
}
