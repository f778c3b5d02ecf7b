/** Writes A4 pages from top to bottom: text in any of the fonts, page breaks, and a footer on each page. */
import PDFDocument from 'pdfkit';
import type { Fonts, FontWeight } from './fonts.ts';
import { breakLines, type TextLine, type TextRun } from './lines.ts';

/** Measures of an A4 page in points, 72 to the inch. */
export const pageLayout = { width: 595.28, height: 841.89, side: 46, top: 44, bottom: 56 } as const;
export const contentWidth = pageLayout.width - 2 * pageLayout.side;
const lowest = pageLayout.height - pageLayout.bottom;
export const inkColors = {
  text: '#15211D',
  soft: '#4A5853',
  faint: '#5A6862',
  line: '#D5DAD6',
  strong: '#7C8782',
  brand: '#0B6B57',
  sunken: '#ECEFEC',
  accent: '#B4472B',
  info: '#1F5AA8',
  paper: '#FFFFFF',
} as const;

export type TextStyle = { size: number; weight?: FontWeight; color?: string; leading?: number };
export type HorizontalSpan = { x: number; width: number };

const lead = ({ size, leading = 1.45 }: TextStyle) => size * leading;

export type PdfWriter = ReturnType<typeof createPdfWriter>;

type Info = { title: string; lang: string; at: Date };

function newDocument(info: Info): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: true,
    lang: info.lang,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: info.title,
      Creator: 'Archline',
      Producer: 'Archline',
      CreationDate: info.at,
      ModDate: info.at,
    },
  });
}

/** Ends a document. @param foot draws the footer of page n of all, which is not part of the text */
async function endDocument(
  doc: PDFKit.PDFDocument,
  foot: (n: number, of: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { count } = doc.bufferedPageRange();
  for (let n = 0; n < count; n++) {
    doc.switchToPage(n);
    doc.markContent('Artifact', { type: 'Pagination' });
    foot(n + 1, count);
    doc.endMarkedContent();
  }
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise(resolve => doc.once('end', resolve));
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

/** @param info title, language and date of the document, without a person's name */
export function createPdfWriter(fonts: Fonts, info: Info) {
  const doc = newDocument(info);
  for (const { name, font } of fonts.faces) doc.registerFont(name, font as unknown as Buffer);
  const use = ({ face }: TextRun, size: number) => doc.font(face.name).fontSize(size);
  const cut = (text: string, width: number, { size, weight = 'regular' }: TextStyle) =>
    breakLines(text, weight, width, fonts, run => use(run, size).widthOfString(run.text));

  /** The cursor, in points from the top of the page. */
  let y: number = pageLayout.top;

  const put = (line: TextLine, x: number, baseline: number, style: TextStyle) => {
    let at = x;
    for (const run of line.runs) {
      use(run, style.size).fillColor(style.color ?? inkColors.text);
      doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += doc.widthOfString(run.text);
    }
  };

  const turn = () => {
    doc.addPage();
    y = pageLayout.top;
  };
  return {
    doc,
    at: () => y,
    /** Moves the cursor, down or back up. */
    move: (to: number) => {
      y = to;
    },
    gap: (points: number) => {
      y += points;
    },
    /** Begins a new page if less space than this is left. */
    need: (points: number) => {
      if (y + points > lowest) turn();
    },
    /** Returns the height of a text in a box of this width. */
    heightOf: (text: string, width: number, style: TextStyle) => cut(text, width, style).length * lead(style),
    linesIn: (text: string, width: number, style: TextStyle) => cut(text, width, style).length,
    widthOf: (text: string, style: TextStyle) => cut(text, Number.POSITIVE_INFINITY, style)[0]?.width ?? 0,
    /** Writes at the cursor and moves it below, over as many pages as needed. */
    write(text: string, { x, width }: HorizontalSpan, style: TextStyle) {
      for (const line of cut(text, width, style)) {
        if (y + lead(style) > lowest) turn();
        put(line, x, y + style.size, style);
        y += lead(style);
      }
    },
    /** Writes one line at a position. The cursor stays. */
    label(
      text: string,
      x: number,
      baseline: number,
      style: TextStyle,
      align: 'start' | 'middle' | 'end' = 'start',
    ) {
      const [line] = cut(text, Number.POSITIVE_INFINITY, style);
      if (!line) return;
      const share = { start: 0, middle: 0.5, end: 1 }[align];
      put(line, x - line.width * share, baseline, style);
    },
    rule(color: string = inkColors.line) {
      doc
        .moveTo(pageLayout.side, y)
        .lineTo(pageLayout.side + contentWidth, y)
        .lineWidth(0.6)
        .stroke(color);
    },
    end: (foot: (n: number, of: number) => void) => endDocument(doc, foot),
  };
}
