/** Draws a parcel's packing list: recipient, plan, and every tray with a box to tick. */

import { openFontsFor } from './fonts.ts';
import type { ProductionPdfInput } from './labels.ts';
import { drawFactGrid, drawPaperHead, endWithFoot, qrCodeSize } from './paper-frame.ts';
import {
  contentWidth,
  createPdfWriter,
  inkColors,
  type PdfWriter,
  pageLayout,
  type TextStyle,
} from './pdf-writer.ts';
import type { PackingRow, ProductionPaper } from './production-paper.ts';

const title: TextStyle = { size: 18, weight: 'bold' };
const heading: TextStyle = { size: 12, weight: 'bold', color: inkColors.brand };
const answer: TextStyle = { size: 10.5 };
const small: TextStyle = { size: 8.5, color: inkColors.soft };
const tick: TextStyle = { size: 10 };

const across = 2;
const gutter = 16;
const column = (contentWidth - (across - 1) * gutter) / across;

const cell = { width: contentWidth / 10, height: 24, box: 10 };

/** Draws the trays of a parcel, ten in a row, each with a box to tick. */
function drawContents(writer: PdfWriter, { arch, range, count, stages }: PackingRow): void {
  writer.need(heading.size * 2 + cell.height);
  writer.gap(10);
  const baseline = writer.at() + heading.size;
  writer.label(arch, pageLayout.side, baseline, heading);
  writer.label(range, pageLayout.side + writer.widthOf(arch, heading) + 10, baseline, answer);
  writer.label(count, pageLayout.side + contentWidth, baseline, answer, 'end');
  writer.gap(heading.size * 1.6);
  writer.rule();
  writer.gap(6);
  for (let from = 0; from < stages.length; from += 10) {
    writer.need(cell.height);
    const y = writer.at();
    for (const [at, stage] of stages.slice(from, from + 10).entries()) {
      const x = pageLayout.side + at * cell.width;
      writer.doc
        .rect(x, y + 3, cell.box, cell.box)
        .lineWidth(0.8)
        .stroke(inkColors.strong);
      writer.label(String(stage), x + cell.box + 6, y + 12, tick);
    }
    writer.gap(cell.height);
  }
}

function drawSigns(writer: PdfWriter, { sign }: ProductionPaper): void {
  writer.need(64);
  writer.gap(44);
  for (const [at, text] of sign.entries()) {
    const x = pageLayout.side + at * (column + gutter);
    const y = writer.at();
    writer.doc
      .moveTo(x, y)
      .lineTo(x + column, y)
      .lineWidth(0.6)
      .stroke(inkColors.strong);
    writer.label(text, x, y + 12, small);
  }
  writer.gap(16);
}

/** Returns the bytes of the PDF. */
export async function drawPacking({
  paper,
  link,
  lang,
  at,
  foot,
}: ProductionPdfInput): Promise<Uint8Array<ArrayBuffer>> {
  const fonts = await openFontsFor(`${JSON.stringify(paper)}${foot(1, 1)}0123456789`);
  const writer = createPdfWriter(fonts, { title: paper.name, lang, at });
  drawPaperHead(writer, { brand: paper.brand, link });
  writer.write(paper.title, { x: pageLayout.side, width: contentWidth - qrCodeSize }, title);
  writer.move(pageLayout.top + qrCodeSize + 6);
  drawFactGrid(writer, { facts: paper.facts, across, gutter, need: 40, gap: 6, answer });
  for (const contents of paper.contents) drawContents(writer, contents);
  writer.gap(8);
  writer.write(paper.total, { x: pageLayout.side, width: contentWidth }, { ...answer, weight: 'bold' });
  writer.write(paper.how, { x: pageLayout.side, width: contentWidth }, small);
  drawSigns(writer, paper);
  return endWithFoot(writer, foot);
}
