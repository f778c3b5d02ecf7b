import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fonts, openFontsFor } from './fonts.ts';
import { breakLines, splitRuns } from './lines.ts';

const rare = '㛃𠮷𬭎䶮𡋾𪚥𫠜𬺰';
const common = '张伟王雨桐，。“”（）·… Archline 0.25 mm × 2° é ž Ω Я';
let fonts: Fonts;
beforeAll(async () => {
  fonts = await openFontsFor(rare + common);
});

const textOf = (runs: readonly { text: string }[]) => runs.map(run => run.text).join('');
/** Measures every character as one unit wide. */
const measure = ({ text }: { text: string }) => [...text].length;
const lines = (text: string, width: number) =>
  breakLines(text, 'regular', width, fonts, measure).map(line => textOf(line.runs));

describe('text runs', () => {
  it.each([['regular'], ['bold']] as const)('%s: every character has a font with a glyph for it', weight => {
    const runs = splitRuns(rare + common, weight, fonts);
    expect(textOf(runs)).toBe(rare + common);
    for (const { text, face } of runs)
      expect(face.font.layout(text).glyphs.map(glyph => glyph.id)).not.toContain(0);
  });
  it('keep names in rare characters whole, in the fonts that have them', () => {
    const names = splitRuns('张㛃𠮷 Wu', 'regular', fonts).map(run => [
      run.text,
      run.face.name.replace(/.*\//, ''),
    ]);
    expect(names).toEqual([
      ['张㛃', 'NotoSansHans-Regular.otf'],
      ['𠮷', expect.stringMatching(/^HanaMinB.*Extension-B/)],
      [' Wu', 'atkinson-hyperlegible-next-latin-400-normal.woff2'],
    ]);
  });
  it('write a character without a font as its number, and omit one without a glyph', () => {
    expect(textOf(splitRuns('李\u{3106c}\u200b', 'regular', fonts))).toBe('李[U+3106C]');
  });
});

describe('text lines', () => {
  it('break between words, at line breaks, and between Chinese characters, and keep punctuation with its text', () => {
    expect(lines('one two three', 7)).toEqual(['one two', 'three']);
    expect(lines('one\n\ntwo', 9)).toEqual(['one', '', 'two']);
    expect(lines('前牙拥挤，请慢', 4)).toEqual(['前牙拥', '挤，请慢']);
    expect(lines('前牙（拥挤）', 3)).toEqual(['前牙', '（拥', '挤）']);
    expect(lines('IPR牙', 3)).toEqual(['IPR', '牙']);
  });
  it('break a word that is wider than the line', () => {
    expect(lines('aa bbbbbbb', 3)).toEqual(['aa', 'bbb', 'bbb', 'b']);
  });
  it('measure each piece a few times, however many zero-width marks a line has', () => {
    let measured = 0;
    const narrow = ({ text }: { text: string }) => {
      measured += text.length;
      return text.replace(/\u0301/g, '').length;
    };
    const text = `${'a'.repeat(120)}${'\u0301'.repeat(1880)}`;
    const cut = breakLines(text, 'regular', 100, fonts, narrow);
    expect(cut.map(line => textOf(line.runs)).join('')).toContain('a'.repeat(20));
    expect(measured).toBeLessThan(10 * text.length);
  });
  it('lose no text and never exceed the width', () => {
    const char = fc.constantFrom(...'前牙拥挤，。（）ab ,.', '\n', '𠮷');
    fc.assert(
      fc.property(fc.array(char, { maxLength: 60 }), fc.integer({ min: 4, max: 12 }), (chars, width) => {
        const text = chars.join('');
        const cut = lines(text, width);
        expect(cut.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const line of cut) expect([...line].length).toBeLessThanOrEqual(width);
      }),
      { numRuns: 300 },
    );
  });
});
