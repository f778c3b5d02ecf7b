/**
 * Chooses fonts for the characters of papers: Atkinson Hyperlegible for Latin, Noto Sans for Chinese, and slices of
 * HanaMin for rare characters (infra/decisions/0006).
 */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import decompress from 'woff2-encoder/decompress';

export type FontWeight = 'regular' | 'bold';
export type FontFace = { name: string; font: Font };

export interface Fonts {
  /** All font faces, to be registered with a document. */
  faces: readonly FontFace[];
  /** The first font with the character; undefined if none has it. */
  faceOf(char: string, weight: FontWeight): FontFace | undefined;
}

/** Folder of an installed package. @throws Error if it is not installed */
function folderOf(name: string): string {
  const described = findPackageJSON(name, import.meta.url);
  if (!described) throw new Error(`the package ${name} is not installed`);
  return dirname(described);
}

const latin = join(folderOf('@fontsource/atkinson-hyperlegible-next'), 'files', 'atkinson-hyperlegible-next');
const chinese = join(folderOf('@embedpdf/fonts-sc'), 'fonts', 'NotoSansHans');
const rare = folderOf('hanamin');
/** Font files of each weight, in the order in which they are tried. */
const files: Record<FontWeight, readonly string[]> = {
  regular: [
    `${latin}-latin-400-normal.woff2`,
    `${latin}-latin-ext-400-normal.woff2`,
    `${chinese}-Regular.otf`,
  ],
  bold: [`${latin}-latin-700-normal.woff2`, `${latin}-latin-ext-700-normal.woff2`, `${chinese}-Bold.otf`],
};

function fontIn(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes));
  if (!('hasGlyphForCodePoint' in font)) throw new Error('the file is a font collection, not a single font');
  return font;
}

const codeOf = (char: string) => char.codePointAt(0) ?? 0;
const has = ({ font }: FontFace, char: string) => font.hasGlyphForCodePoint(codeOf(char));

type Slice = { file: string; ranges: readonly (readonly [from: number, to: number])[] };

/** Slices of HanaMin as named in its style sheet. */
function slices(): Slice[] {
  const css = readFileSync(join(rare, 'HanaMin.css'), 'utf8');
  return [...css.matchAll(/url\(([^)]+)\)[^;]*;\s*unicode-range:([^;]+);/g)].map(
    ([, file = '', list = '']) => ({
      file,
      ranges: [...list.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to = from]) => [
        Number.parseInt(from, 16),
        Number.parseInt(to, 16),
      ]),
    }),
  );
}

const holds = ({ ranges }: Slice, code: number) => ranges.some(([from, to]) => from <= code && code <= to);

/** Reads a font file and unpacks it. Trap: fontkit cannot subset a WOFF2, and unpacks a WOFF again for each glyph. */
async function readFontFile(file: string): Promise<Uint8Array> {
  const bytes = readFileSync(file);
  return file.endsWith('.woff2') ? decompress(bytes) : bytes;
}

/** Opens the slices with these characters. */
async function rareFaces(chars: readonly string[]): Promise<FontFace[]> {
  if (chars.length === 0) return [];
  const needed = slices().filter(slice => chars.some(char => holds(slice, codeOf(char))));
  return Promise.all(
    needed.map(async ({ file }) => ({ name: file, font: fontIn(await readFontFile(join(rare, file))) })),
  );
}

/** Unpacked font files of every paper, read once in a thread. */
const unpacked = new Map<string, Promise<Uint8Array>>();

async function openFace(file: string): Promise<FontFace> {
  const reading = unpacked.get(file) ?? readFontFile(file);
  unpacked.set(file, reading);
  return { name: file, font: fontIn(await reading) };
}
const openAll = (weight: FontWeight) => Promise.all(files[weight].map(openFace));

/**
 * Opens the fonts that a text needs, for one paper. Trap: after writing a paper, a font forgets the characters of
 * glyphs that were only parts of others, such as the full stops of a colon. The text of the next paper could then not
 * be copied.
 * @param text all characters to be written
 */
export async function openFontsFor(text: string): Promise<Fonts> {
  const faces = { regular: await openAll('regular'), bold: await openAll('bold') };
  const missing = [...new Set(text)].filter(char => !faces.regular.some(face => has(face, char)));
  const further = await rareFaces(missing);
  const known = {
    regular: new Map<string, FontFace | undefined>(),
    bold: new Map<string, FontFace | undefined>(),
  };
  return {
    faces: [...faces.regular, ...faces.bold, ...further],
    faceOf(char, weight) {
      if (!known[weight].has(char))
        known[weight].set(
          char,
          [...faces[weight], ...further].find(face => has(face, char)),
        );
      return known[weight].get(char);
    },
  };
}
