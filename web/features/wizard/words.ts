/** A section's answers in words: for the summary, and for two values that stand against each other. */
import type { TFunction } from 'i18next';
import { type OptionList, options } from '#events/case/options.ts';
import type { SectionName } from '#events/case/sections.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { type Marks, sentence } from '#events/tooth/marks.ts';
import type { SentenceWords } from '#events/tooth/sentence.ts';
import { listOf, optionWord } from '#web/features/case/option-lists.ts';
import type { Edited } from './fields.ts';
import { isPreset } from './presets.ts';

/** The keys of a list as texts, for controls that know texts only. */
export const keysOf = (list: OptionList): readonly (number | string)[] => options[list];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A field's value as text; empty where there is none. */
export function valueText(t: TFunction, section: SectionName, field: string, value: unknown): string {
  if (value === undefined) return '';
  const list = listOf[`${section}.${field}`];
  if (Array.isArray(value)) return value.map(v => valueText(t, section, field, v)).join(t('wizard:comma'));
  if (list && (typeof value === 'string' || typeof value === 'number')) return t(optionWord(list, value));
  if (field === 'preset' && typeof value === 'string' && isPreset(value)) return t(`wizard:preset.${value}`);
  if (field === 'confirmed') return t(optionWord('yesNoUnsure', value ? 'yes' : 'no'));
  if (isObject(value)) return Object.values(value).flat(2).map(String).join(t('wizard:comma'));
  return String(value);
}

/** `To the left` within a sentence; abbreviations and Chinese stay as they are. */
export const inSentence = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** A piece of the summary: words, an answer, or what is not said yet, which leads to its field. */
export type Piece =
  | { text: string; kind: 'plain' | 'fact' | 'changed' }
  | { text: string; kind: 'missing'; field: string };

/** Stands for the value while a sentence is cut in two around it. */
const mark = '\u0001';

function phrase(t: TFunction, field: string, value: string, changed: boolean): Piece[] {
  const [before = '', after = ''] = t(`wizard:say.${field}`, { value: mark }).split(mark);
  return [
    { text: before, kind: 'plain' },
    { text: value, kind: changed ? 'changed' : 'fact' },
    { text: after, kind: 'plain' },
  ];
}

/** The prescription in paragraphs; the order of a designer's questions. */
const paragraphs: readonly (readonly string[])[] = [
  ['arch', 'extraction', 'ipr', 'crowdingRelief', 'gaps', 'anchorage'],
  [
    'midline',
    'midlineAmount',
    'overjet',
    'overbite',
    'molarRight',
    'molarLeft',
    'molarAdjustment',
    'posteriorLock',
  ],
  ['step', 'angle', 'attachmentPosition', 'attachmentTypes', 'overcorrection'],
  ['profile', 'bruxism', 'note'],
];

/** An answer of the prescription as it stands within a sentence. */
function spoken(t: TFunction, field: string, value: unknown): string {
  if (field === 'note') return typeof value === 'string' ? value.trim() : '';
  if (!Array.isArray(value)) return inSentence(valueText(t, 'prescription', field, value));
  return value.map(part => inSentence(valueText(t, 'prescription', field, part))).join(t('wizard:comma'));
}

type Told = { edited: Edited; missing: ReadonlySet<string>; changed: readonly string[] };

function fieldPieces(t: TFunction, field: string, { edited, missing, changed }: Told): Piece[] {
  const rx: Record<string, unknown> = { ...edited.prescription };
  const value = spoken(t, field, rx[field]);
  if (value) return phrase(t, field, value, changed.includes(field));
  if (!missing.has(field)) return [];
  const notSaid = t('wizard:notSaid', { field: t(`rx:field.prescription.${field}`) });
  return [{ text: notSaid, kind: 'missing', field }];
}

/** What the designer will read of a clear-aligner prescription, sentence by sentence. */
export function prescriptionPieces(t: TFunction, told: Told): Piece[][] {
  return paragraphs
    .map(fields =>
      fields.flatMap(field => {
        const pieces = fieldPieces(t, field, told);
        const text = pieces.map(piece => piece.text).join('');
        // A person's own words may bring their full stop with them.
        if (text === '' || /[.!?。！？]$/.test(text)) return pieces;
        return [...pieces, { text: t('wizard:stop'), kind: 'plain' } as const];
      }),
    )
    .filter(pieces => pieces.length > 0);
}

/** A chart of a lingual case, tooth by tooth as they stand: `14 BH, 11 B`. */
function chartText(t: TFunction, chart: object | undefined): string {
  const entries = new Map<string, unknown>(Object.entries(chart ?? {}));
  return TEETH.flatMap(tooth => {
    const entry = entries.get(String(tooth));
    return entry === undefined ? [] : `${tooth} ${Array.isArray(entry) ? entry.join('') : String(entry)}`;
  }).join(t('wizard:comma'));
}

/** What the designer will read of a lingual prescription. */
export function lingualPieces(t: TFunction, { prescription }: Edited): Piece[][] {
  const { archShape, archWidth, brackets, torque, note } = prescription.lingual ?? {};
  const said = {
    archShape: archShape && inSentence(t(optionWord('archShape', archShape))),
    archWidth: archWidth && inSentence(t(optionWord('archWidth', archWidth))),
    brackets: chartText(t, brackets),
    torque: chartText(t, torque),
    note: note?.trim(),
  };
  return Object.entries(said).flatMap(([field, value]): Piece[][] => {
    if (!value) return [];
    const label = t('wizard:label', { field: t(`rx:field.lingual.${field}`) });
    return [
      [
        { text: label, kind: 'plain' },
        { text: value, kind: 'fact' },
      ],
    ];
  });
}

/** The marks' sentence, or nothing where no tooth is marked. */
export const marksText = (marks: Marks, words: SentenceWords): string => sentence(marks, words);

export const plainText = (paragraphs: readonly Piece[][]): string =>
  paragraphs
    .map(pieces =>
      pieces
        .map(p => p.text)
        .join('')
        .trim(),
    )
    .join('\n');
