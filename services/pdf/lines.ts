/** Divides text into runs of one font and lines of a width. Pure. */
import type { FontFace, Fonts, FontWeight } from './fonts.ts';

export type TextRun = { text: string; face: FontFace };
export type TextLine = { runs: readonly TextRun[]; width: number };

/** Characters that have no glyph, so no font needs to have them. */
const ignorable = /^[\p{DI}\p{Cc}]$/u;

/** Writes a character missing from all fonts as its number, so that nothing disappears unnoticed. */
const numbered = (char: string) =>
  `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Divides a text into runs of one font. @throws Error if not even Latin has a font */
export function splitRuns(text: string, weight: FontWeight, fonts: Pick<Fonts, 'faceOf'>): TextRun[] {
  const runs: TextRun[] = [];
  const add = (part: string, face: FontFace) => {
    const last = runs.at(-1);
    if (last?.face === face) last.text += part;
    else runs.push({ text: part, face });
  };
  for (const char of text) {
    const face = fonts.faceOf(char, weight);
    if (face) add(char, face);
    else if (!ignorable.test(char))
      for (const run of splitRuns(numbered(char), weight, fonts)) add(run.text, run.face);
  }
  return runs;
}

const opening = '（【《〈「『“‘(\\[{';
const closing = '，。、；：！？）】》〉」』”’…％℃°,.;:!?)\\]}%';
const wide = '[\\p{Script=Han}\\u3040-\\u30ff\\u3000-\\u303f\\uff00-\\uffef]';
/** A piece after which a line may break: a Chinese character or a word, with adjoining punctuation. */
const piece = new RegExp(
  `[${opening}]*(?:(?![${opening}${closing}])${wide}|(?:(?!${wide})\\S)+|[${closing}]+)[${closing}]*\\s*|\\s+|.`,
  'gsu',
);

export type MeasureTextRun = (run: TextRun) => number;

/**
 * Breaks a text at its line breaks, and where it exceeds `width` at word ends; a longer word is broken
 * anywhere.
 */
export function breakLines(
  text: string,
  weight: FontWeight,
  width: number,
  fonts: Pick<Fonts, 'faceOf'>,
  measure: MeasureTextRun,
): TextLine[] {
  const sized = (part: string): TextLine => {
    const runs = splitRuns(part, weight, fonts);
    return { runs, width: runs.reduce((sum, run) => sum + measure(run), 0) };
  };
  const widthOf = (part: string) => sized(part).width;
  const fits = (part: string) => widthOf(part.trimEnd()) <= width;
  const pieces = (paragraph: string) =>
    (paragraph.match(piece) ?? []).flatMap(part => (fits(part) ? [part] : [...part]));
  return text
    .replaceAll('\t', ' ')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap(paragraph => {
      const lines: string[] = [''];
      // Adds up the widths piece by piece, because a line may contain thousands of zero-width characters.
      let filled = 0;
      for (const part of pieces(paragraph)) {
        const wide = filled + widthOf(part.trimEnd()) > width;
        if (wide) lines.push(part);
        else lines[lines.length - 1] += part;
        filled = (wide ? 0 : filled) + widthOf(part);
      }
      return lines.map(line => sized(line.trimEnd()));
    });
}
