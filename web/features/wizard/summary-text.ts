/** A section's answers as text: for the summary and for edit conflicts. */
import type { TFunction } from 'i18next';
import type { MissingField } from '#events/case/draft.ts';
import { marksOf } from '#events/case/markers.ts';
import { type RxField, rxGroups, rxQuestions } from '#events/case/questions.ts';
import type { SectionName } from '#events/case/sections.ts';
import { orderAnswerOf, orderRows } from '#events/order/form.ts';
import { isUnmarked, type Marks, sentence } from '#events/tooth/marks.ts';
import type { SentenceWords } from '#events/tooth/sentence.ts';
import { optionTextKey } from '#web/case/option-lists.ts';
import { answerRowText, answerTextOfPath } from '#web/features/order/answer-text.ts';
import { ageFromTypedDate } from '#web/lib/format.ts';
import type { EditableSections } from './fields.ts';

/** A field's value as text; empty if there is none. */
const valueText = (t: TFunction, section: SectionName, field: string, value: unknown): string =>
  answerTextOfPath(t, `${section}.${field}`, value);

/** Lower-cases `To the left` for use within a sentence; keeps abbreviations and Chinese. */
const inSentence = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** A piece of the summary: text, an answer, or a missing answer that links to its field. */
export type SummaryPiece =
  | { text: string; kind: 'plain' | 'fact' | 'changed' }
  | { text: string; kind: 'missing'; field: string };

/** Missing items without a field of their own. */
const unlabelled: readonly string[] = ['confirmed', 'models', 'radiograph'];

/** A missing item under the label of its field. */
export function missingFieldText(t: TFunction, { section, field }: MissingField): string {
  if (unlabelled.includes(field)) {
    const text = t(`rx:missing.${section}.${field}`);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  if (section === 'files') return t(`rx:slot.${field}`);
  return t(field.includes('.') ? `rx:field.${field}` : `rx:field.${section}.${field}`);
}

/** Placeholder for the value, so that a sentence can be split around it. */
const mark = '\u0001';

function phrase(t: TFunction, field: string, value: string, changed: boolean): SummaryPiece[] {
  const [before = '', after = ''] = t(`wizard:say.${field}`, { value: mark }).split(mark);
  return [
    { text: before, kind: 'plain' },
    { text: value, kind: changed ? 'changed' : 'fact' },
    { text: after, kind: 'plain' },
  ];
}

/** An answer of the prescription within a sentence. */
function answerInSentence(t: TFunction, field: RxField, value: unknown): string {
  if (rxQuestions[field].control === 'text') return typeof value === 'string' ? value.trim() : '';
  if (!Array.isArray(value)) return inSentence(valueText(t, 'prescription', field, value));
  return value.map(part => inSentence(valueText(t, 'prescription', field, part))).join(t('wizard:comma'));
}

type SummaryInput = { edited: EditableSections; missing: ReadonlySet<string>; changed: readonly string[] };

function fieldPieces(
  t: TFunction,
  field: RxField,
  { edited, missing, changed }: SummaryInput,
): SummaryPiece[] {
  const rx: Record<string, unknown> = { ...edited.prescription };
  const value = answerInSentence(t, field, rx[field]);
  if (value) return phrase(t, field, value, changed.includes(field));
  if (!missing.has(field)) return [];
  const notSaid = t('wizard:notSaid', { field: t(`rx:field.prescription.${field}`) });
  return [{ text: notSaid, kind: 'missing', field }];
}

/** The designer's text of a clear-aligner prescription, by sentence. */
function prescriptionPieces(t: TFunction, told: SummaryInput): SummaryPiece[][] {
  return rxGroups
    .map(({ fields }) =>
      fields.flatMap(field => {
        const pieces = fieldPieces(t, field, told);
        const text = pieces.map(piece => piece.text).join('');
        // A person's own text may already end with a full stop.
        if (text === '' || /[.!?。！？]$/.test(text)) return pieces;
        return [...pieces, { text: t('wizard:stop'), kind: 'plain' } as const];
      }),
    )
    .filter(pieces => pieces.length > 0);
}

const lingualRows = orderRows.filter(row => row.path.startsWith('prescription.lingual.'));

/** The designer's text of a lingual prescription: each question with its answer. */
function lingualPieces(t: TFunction, { prescription }: EditableSections): SummaryPiece[][] {
  const said = { sections: { prescription }, files: [] };
  return lingualRows.flatMap((row): SummaryPiece[][] => {
    const value = answerRowText(t, row, orderAnswerOf(said, row));
    if (value === '') return [];
    const text = row.shape.kind === 'choice' ? inSentence(value) : value.trim();
    return [
      [
        { text: t('wizard:label', { field: t(row.label) }), kind: 'plain' },
        { text, kind: 'fact' },
      ],
    ];
  });
}

const withStop = (parts: readonly string[], comma: string, stop: string): SummaryPiece[][] => {
  const said = parts.filter(part => part !== '');
  return said.length > 0 ? [[{ text: said.join(comma) + stop, kind: 'plain' }]] : [];
};

/** Patient and diagnosis as sentences. */
function factPieces(t: TFunction, { patient, diagnosis }: EditableSections, now: number): SummaryPiece[][] {
  const comma = t('wizard:comma');
  const stop = t('wizard:stop').trimEnd();
  const age = ageFromTypedDate(patient.birthDate, now);
  const who = [
    patient.name ?? '',
    patient.gender ? inSentence(t(optionTextKey('gender', patient.gender))) : '',
    age === undefined ? '' : t('wizard:age', { age }),
    patient.clinic ?? '',
  ];
  const found = [
    ...(diagnosis.flags ?? []).map((flag, i) =>
      (i > 0 ? inSentence : String)(t(optionTextKey('diagnosis', flag))),
    ),
    diagnosis.bite
      ? t('wizard:say.bite', { value: inSentence(valueText(t, 'diagnosis', 'bite', diagnosis.bite)) })
      : '',
  ];
  return [...withStop(who, comma, stop), ...withStop(found, comma, stop)];
}

/** The overridden contradictions and the doctor's reasons. */
function overridePieces(t: TFunction, { data }: EditableSections): SummaryPiece[][] {
  return (data.overruled ?? []).map(({ rule, reason }) => [
    { text: t('wizard:overruledAs', { what: t(optionTextKey('contradiction', rule)) }), kind: 'plain' },
    { text: reason, kind: 'fact' },
  ]);
}

/**
 * The complete text for the designer, by paragraph. @param words words for tooth marks in the reader's
 * language
 */
export function summaryPieces(
  t: TFunction,
  told: SummaryInput & { now: number; words: SentenceWords },
): SummaryPiece[][] {
  const { edited, now, words } = told;
  const marks = marksOf(edited.markers);
  const facts = factPieces(t, edited, now);
  const overruled = overridePieces(t, edited);
  if (edited.prescription.method === 2) return [...facts, ...lingualPieces(t, edited), ...overruled];
  if (edited.prescription.method !== 1) return facts;
  const teeth: SummaryPiece[][] = isUnmarked(marks)
    ? []
    : [[{ text: marksText(marks, words), kind: 'plain' }]];
  return [...facts, ...prescriptionPieces(t, told), ...teeth, ...overruled];
}

/** The sentence about the marks; empty if no tooth is marked. */
const marksText = (marks: Marks, words: SentenceWords): string => sentence(marks, words);

export const summaryText = (paragraphs: readonly SummaryPiece[][]): string =>
  paragraphs
    .map(pieces =>
      pieces
        .map(p => p.text)
        .join('')
        .trim(),
    )
    .join('\n');
