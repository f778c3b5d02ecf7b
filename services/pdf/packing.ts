/** Draws a parcel's packing list: recipient, plan, and every tray with a box to tick. */

import { openFontsFor } from './fonts.ts';
import type { ProductionDrawing } from './labels.ts';
import {
  contentWidth,
  createPdfWriter,
  inkColors,
  type PdfWriter,
  pageLayout,
  type TextStyle,
} from './pdf-writer.ts';
import type { PackingRow, ProductionPaper } from './production-paper.ts';
import { drawQrCode } from './qr-code.ts';

const title: TextStyle = { size: 18, weight: 'bold' };
const heading: TextStyle = { size: 12, weight: 'bold', color: inkColors.brand };
const label: TextStyle = { size: 7.5, color: inkColors.soft };
const answer: TextStyle = { size: 10.5 };
const small: TextStyle = { size: 8.5, color: inkColors.soft };
const tick: TextStyle = { size: 10 };

const codeSize = 84;
const across = 2;
const column = (contentWidth - (across - 1) * 16) / across;

function drawFacts(writer: PdfWriter, { facts }: ProductionPaper): void {
  for (let from = 0; from < facts.length; from += across) {
    writer.need(40);
    const top = writer.at();
    let low = top;
    for (const [at, { label: asked, value }] of facts.slice(from, from + across).entries()) {
      const box = { x: pageLayout.side + at * (column + 16), width: column };
      writer.move(top);
      writer.write(asked, box, label);
      writer.write(value, box, answer);
      low = Math.max(low, writer.at());
    }
    writer.move(low + 6);
  }
}

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
    const x = pageLayout.side + at * (column + 16);
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
}: ProductionDrawing): Promise<Uint8Array<ArrayBuffer>> {
  const fonts = await openFontsFor(`${JSON.stringify(paper)}${foot(1, 1)}0123456789`);
  const writer = createPdfWriter(fonts, { title: paper.name, lang, at });
  writer.label(paper.brand, pageLayout.side, pageLayout.top + 14, {
    size: 13,
    weight: 'bold',
    color: inkColors.brand,
  });
  drawQrCode(writer, link, pageLayout.width - pageLayout.side - codeSize + 8, pageLayout.top - 8, codeSize);
  writer.move(pageLayout.top + 32);
  writer.write(paper.title, { x: pageLayout.side, width: contentWidth - codeSize }, title);
  writer.move(pageLayout.top + codeSize + 6);
  drawFacts(writer, paper);
  for (const contents of paper.contents) drawContents(writer, contents);
  writer.gap(8);
  writer.write(paper.total, { x: pageLayout.side, width: contentWidth }, { ...answer, weight: 'bold' });
  writer.write(paper.how, { x: pageLayout.side, width: contentWidth }, small);
  drawSigns(writer, paper);
  const low = pageLayout.height - pageLayout.bottom + 26;
  return writer.end((n, of) =>
    writer.label(foot(n, of), pageLayout.width - pageLayout.side, low, small, 'end'),
  );
}
