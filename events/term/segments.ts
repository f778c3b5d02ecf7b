/**
 * Divides a message into plain text, terms, teeth, steps, quantities and links. Pure; linear in the text's
 * length.
 */
import { isWordCharacterAt, longestTermAt } from './lexicon.ts';
import {
  classifyNumberAt,
  cuedTeethAt,
  type NumericMention,
  signedQuantityAt,
  stageNumberAt,
} from './numbers.ts';
import type { TermLang } from './term.ts';
import type { UnitId } from './unit.ts';

export type TextSegment =
  | { kind: 'text'; text: string }
  | { kind: 'term'; text: string; id: string }
  /** FDI codes; several for a range or a contact. */
  | { kind: 'tooth'; text: string; teeth: number[]; joined: string }
  | { kind: 'stage'; text: string; of: 'step' | 'aligner'; from: number; to: number }
  | { kind: 'number'; text: string; value: string; unit: UnitId }
  | { kind: 'link'; text: string };

type Piece = TextSegment & { cued?: boolean };

const link = /https?:\/\/[^\s<>"'`“”‘’，。；：！？、（）《》【】]+/iy;
/** Converts full-width digits of Chinese keyboards. Keeps the length. */
const halfWidth = (text: string) =>
  text.replace(/[\uff10-\uff19]/g, digit => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
const isDigit = (text: string, at: number) => text[at] !== undefined && text[at] >= '0' && text[at] <= '9';
/** Separators within a list of teeth: `teeth 54, 64 and 74`. */
const listing = /^\s?(?:,|，|、|;|；|和|及|与|&|and|,\s?and)\s?$/i;

/** Removes punctuation at the end of a link. */
const trimmed = (url: string) => url.replace(/[.,;:!?)\]}]{1,20}$/, '');

function linkAt(text: string, at: number): Piece | undefined {
  if (isWordCharacterAt(text, at - 1)) return undefined;
  link.lastIndex = at;
  const found = link.exec(text);
  return found ? { kind: 'link', text: trimmed(found[0]) } : undefined;
}

function numbered(text: string, at: number, found: NumericMention | undefined): Piece | undefined {
  if (!found) return undefined;
  const { end, ...rest } = found;
  return { ...rest, text: text.slice(at, end) };
}

/** Characters at which a number or a tooth can begin. */
const starts = /[0-9#＃+\-−±≤≥<>＜＞第牙乳hHtTsSaA]/;

function special(text: string, at: number, listed: boolean): Piece | undefined {
  const first = text.charAt(at);
  if (!starts.test(first)) return undefined;
  // Few terms begin with a digit: 3D model.
  if (isDigit(text, at) && !longestTermAt(text, at))
    return numbered(text, at, classifyNumberAt(text, at, listed));
  if (first === 'h' || first === 'H') return linkAt(text, at);
  const inWord = isWordCharacterAt(text, at - 1);
  if (isWordCharacterAt(text, at) && inWord) return undefined;
  if (/[+\-−±≤≥<>＜＞]/.test(first))
    return inWord ? undefined : numbered(text, at, signedQuantityAt(text, at));
  return numbered(text, at, stageNumberAt(text, at) ?? (inWord ? undefined : cuedTeethAt(text, at)));
}

function pieceAt(text: string, at: number, listed: boolean): Piece | undefined {
  // Digits after a letter or another number belong to it: C1042, v3, 0.2.
  if (isDigit(text, at) && isWordCharacterAt(text, at - 1)) return undefined;
  const found = special(text, at, listed);
  if (found) return found;
  const term = longestTermAt(text, at);
  if (!term) return undefined;
  const said = text.slice(at, term.end);
  return term.id === null ? { kind: 'text', text: said } : { kind: 'term', text: said, id: term.id };
}

/**
 * Divides a message into pieces, which joined are the message. Teeth, steps, quantities and links are always
 * marked.
 * @param lang the reader's language; terms written in it stay plain text. Without it, all terms are marked
 */
export function splitIntoSegments(text: string, lang?: TermLang): TextSegment[] {
  const read = halfWidth(text);
  const pieces: TextSegment[] = [];
  let plainFrom = 0;
  let listed = false;
  const flush = (to: number) => {
    if (to > plainFrom) pieces.push({ kind: 'text', text: text.slice(plainFrom, to) });
  };
  for (let at = 0; at < text.length; ) {
    const goesOn =
      listed && at - plainFrom < 8 && (at === plainFrom || listing.test(text.slice(plainFrom, at)));
    const piece = pieceAt(read, at, goesOn);
    if (!piece) {
      at += 1;
      continue;
    }
    const end = at + piece.text.length;
    const own = piece.kind === 'term' && lang !== undefined && longestTermAt(read, at)?.lang === lang;
    if (piece.kind !== 'text' && !own) {
      flush(at);
      const { cued = false, ...segment } = piece;
      pieces.push({ ...segment, text: text.slice(at, end) });
      plainFrom = end;
      listed = cued;
    }
    at = end;
  }
  flush(text.length);
  return pieces;
}
