/** Parts that the papers share: brand and QR code at the top, facts side by side, and the foot of every page. */
import { contentWidth, inkColors, type PdfWriter, pageLayout, type TextStyle } from './pdf-writer.ts';
import { drawQrCode } from './qr-code.ts';

/** Edge of the QR code in points. */
export const qrCodeSize = 84;

const brandStyle: TextStyle = { size: 13, weight: 'bold', color: inkColors.brand };
const label: TextStyle = { size: 7.5, color: inkColors.soft };
const foot: TextStyle = { size: 8.5, color: inkColors.soft };

/** Draws the QR code of a paper at the top right. */
export const drawPaperCode = (writer: PdfWriter, link: string): void =>
  drawQrCode(
    writer,
    link,
    pageLayout.width - pageLayout.side - qrCodeSize + 8,
    pageLayout.top - 8,
    qrCodeSize,
  );

/** Draws brand and QR code, and moves to where the title begins. */
export function drawPaperHead(writer: PdfWriter, { brand, link }: { brand: string; link: string }): void {
  writer.label(brand, pageLayout.side, pageLayout.top + 14, brandStyle);
  drawPaperCode(writer, link);
  writer.move(pageLayout.top + 32);
}

type FactGrid = {
  facts: readonly { label: string; value: string }[];
  /** Number of facts in one row. */
  across: number;
  /** Space between two facts in points. */
  gutter: number;
  /** Minimum space for a row in points. With less, the row starts on a new page. */
  need: number;
  /** Space below each row in points. */
  gap: number;
  answer: TextStyle;
};

/** Draws facts in rows: each label, small, above its value. */
export function drawFactGrid(
  writer: PdfWriter,
  { facts, across, gutter, need, gap, answer }: FactGrid,
): void {
  const width = (contentWidth - (across - 1) * gutter) / across;
  for (let from = 0; from < facts.length; from += across) {
    writer.need(need);
    const top = writer.at();
    let low = top;
    for (const [at, { label: asked, value }] of facts.slice(from, from + across).entries()) {
      const box = { x: pageLayout.side + at * (width + gutter), width };
      writer.move(top);
      writer.write(asked, box, label);
      writer.write(value, box, answer);
      low = Math.max(low, writer.at());
    }
    writer.move(low);
    writer.gap(gap);
  }
}

/** Ends the document with a line at the bottom of every page. @returns the bytes of the PDF */
export const endWithFoot = (writer: PdfWriter, textOf: (n: number, of: number) => string) =>
  writer.end((n, of) =>
    writer.label(
      textOf(n, of),
      pageLayout.width - pageLayout.side,
      pageLayout.height - pageLayout.bottom + 26,
      foot,
      'end',
    ),
  );
