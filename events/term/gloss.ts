/** Translates the terms, teeth and quantities of a text. Translates no sentence and invents nothing. */
import { findTerm } from './glossary.ts';
import { splitIntoSegments, type TextSegment } from './segments.ts';
import { toothName } from './teeth.ts';
import { type TermLang, termTitle } from './term.ts';
import { units } from './unit.ts';

/** `said` is the original in the text, `meant` its translation. */
export type Gloss = { kind: 'term' | 'tooth' | 'stage' | 'number'; said: string; meant: string };

const spaced = /^[A-Za-z]|[一-鿿]/;

/** Writes a quantity in a language, joined to its unit by a no-break space: `0.2 mm`, `2°`. */
export function quantityText({ value, unit }: { value: string; unit: string }, lang: TermLang): string {
  const label = units.find(({ id }) => id === unit)?.label[lang] ?? unit;
  return spaced.test(label) ? `${value}\u00a0${label}` : value + label;
}

/** `step 12`, `第 4-8 步`. */
export function stageRangeText(
  { of, from, to }: { of: 'step' | 'aligner'; from: number; to: number },
  lang: TermLang,
): string {
  const which = from === to ? String(from) : `${from}-${to}`;
  if (lang === 'en') return `${of}${from === to ? '' : 's'} ${which}`;
  return `第 ${which} ${of === 'step' ? '步' : '副'}`;
}

const teethText = (teeth: readonly number[], joined: string, lang: TermLang): string =>
  `${teeth.join(joined)} (${teeth.map(code => toothName(code, lang)).join(', ')})`;

function meant(piece: TextSegment, to: TermLang): string | undefined {
  switch (piece.kind) {
    case 'term': {
      const term = findTerm(piece.id);
      return term && termTitle(term, to);
    }
    case 'tooth':
      return teethText(piece.teeth, piece.joined, to);
    case 'stage':
      return stageRangeText(piece, to);
    case 'number':
      return quantityText(piece, to);
    case 'text':
    case 'link':
      return undefined;
    default:
      return piece satisfies never;
  }
}

/** Returns each item once, in the order of the text. @param to the reader's language */
export function glossesOf(text: string, to: TermLang): Gloss[] {
  const all = new Map<string, Gloss>();
  for (const piece of splitIntoSegments(text, to)) {
    const other = meant(piece, to);
    if (other === undefined || piece.kind === 'text' || piece.kind === 'link') continue;
    const key = `${piece.kind} ${other}`;
    if (!all.has(key)) all.set(key, { kind: piece.kind, said: piece.text, meant: other });
  }
  return [...all.values()];
}
