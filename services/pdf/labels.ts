/**
 * Draws one label for each tray, 24 to a sheet of A4 (63.5 × 33.9 mm, three across): mark, case, plan and a QR code.
 */

import { openFontsFor } from './fonts.ts';
import { createPdfWriter, inkColors, type PdfWriter, type TextStyle } from './pdf-writer.ts';
import type { ProductionPaper, TrayLabel } from './production-paper.ts';
import { drawQrCode } from './qr-code.ts';

const mm = 72 / 25.4;
/** Grid of a common size of label sheets. */
const grid = {
  across: 3,
  down: 8,
  left: 7.2 * mm,
  top: 12.9 * mm,
  width: 63.5 * mm,
  height: 33.9 * mm,
  step: 66.0 * mm,
};
const pad = 3 * mm;
const codeSize = grid.height - 2 * pad + 6;

const mark: TextStyle = { size: 17, weight: 'bold' };
const first: TextStyle = { size: 11, weight: 'bold' };
const line: TextStyle = { size: 8.5, color: inkColors.soft };

function drawLabel(
  writer: PdfWriter,
  { mark: said, lines, code }: TrayLabel,
  at: number,
  link: string,
): void {
  const x = grid.left + (at % grid.across) * grid.step;
  const y = grid.top + Math.floor(at / grid.across) * grid.height;
  // Draws crop marks, for printing on plain paper.
  writer.doc
    .rect(x, y, grid.width, grid.height)
    .lineWidth(0.3)
    .dash(1.5, { space: 2.5 })
    .stroke(inkColors.line)
    .undash();
  writer.label(said, x + pad, y + pad + mark.size, mark);
  const [caseId = '', ...others] = lines;
  writer.label(caseId, x + pad, y + pad + mark.size + 18, first);
  for (const [n, text] of others.entries())
    writer.label(text, x + pad, y + pad + mark.size + 34 + n * 13, line);
  drawQrCode(writer, `${link}#${code}`, x + grid.width - codeSize - 2, y + pad - 3, codeSize);
}

export type ProductionPdfInput = {
  paper: ProductionPaper;
  /** Address in the QR codes: the case's page. Each label adds the mark of its tray. */
  link: string;
  lang: string;
  at: Date;
  foot: (n: number, of: number) => string;
};

/** Returns the bytes of the PDF. */
export async function drawLabels({
  paper,
  link,
  lang,
  at,
  foot,
}: ProductionPdfInput): Promise<Uint8Array<ArrayBuffer>> {
  const fonts = await openFontsFor(`${JSON.stringify(paper.labels)}${foot(1, 1)}0123456789`);
  const writer = createPdfWriter(fonts, { title: paper.name, lang, at });
  const each = grid.across * grid.down;
  for (const [n, label] of paper.labels.entries()) {
    if (n > 0 && n % each === 0) writer.doc.addPage();
    drawLabel(writer, label, n % each, link);
  }
  const low = grid.top + grid.down * grid.height + 16;
  return writer.end((n, of) => writer.label(foot(n, of), grid.left, low, { size: 7, color: inkColors.soft }));
}
