/** Draws a parcel's packing list: recipient, plan, and every tray with a box to tick. */

import { openFonts } from './fonts.ts';
import type { ProductionDrawing } from './labels.ts';
import {
  contentWidth,
  createPdfSheet,
  inkColors,
  type PdfSheet,
  pageLayout,
  type TextStyle,
} from './pdf-sheet.ts';
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

function drawFacts(sheet: PdfSheet, { facts }: ProductionPaper): void {
  for (let from = 0; from < facts.length; from += across) {
    sheet.need(40);
    const top = sheet.at();
    let low = top;
    for (const [at, { label: asked, value }] of facts.slice(from, from + across).entries()) {
      const box = { x: pageLayout.side + at * (column + 16), width: column };
      sheet.move(top);
      sheet.write(asked, box, label);
      sheet.write(value, box, answer);
      low = Math.max(low, sheet.at());
    }
    sheet.move(low + 6);
  }
}

const cell = { width: contentWidth / 10, height: 24, box: 10 };

/** Draws the trays of a parcel, ten in a row, each with a box to tick. */
function drawContents(sheet: PdfSheet, { arch, range, count, stages }: PackingRow): void {
  sheet.need(heading.size * 2 + cell.height);
  sheet.gap(10);
  const baseline = sheet.at() + heading.size;
  sheet.label(arch, pageLayout.side, baseline, heading);
  sheet.label(range, pageLayout.side + sheet.widthOf(arch, heading) + 10, baseline, answer);
  sheet.label(count, pageLayout.side + contentWidth, baseline, answer, 'end');
  sheet.gap(heading.size * 1.6);
  sheet.rule();
  sheet.gap(6);
  for (let from = 0; from < stages.length; from += 10) {
    sheet.need(cell.height);
    const y = sheet.at();
    for (const [at, stage] of stages.slice(from, from + 10).entries()) {
      const x = pageLayout.side + at * cell.width;
      sheet.doc
        .rect(x, y + 3, cell.box, cell.box)
        .lineWidth(0.8)
        .stroke(inkColors.strong);
      sheet.label(String(stage), x + cell.box + 6, y + 12, tick);
    }
    sheet.gap(cell.height);
  }
}

function drawSigns(sheet: PdfSheet, { sign }: ProductionPaper): void {
  sheet.need(64);
  sheet.gap(44);
  for (const [at, text] of sign.entries()) {
    const x = pageLayout.side + at * (column + 16);
    const y = sheet.at();
    sheet.doc
      .moveTo(x, y)
      .lineTo(x + column, y)
      .lineWidth(0.6)
      .stroke(inkColors.strong);
    sheet.label(text, x, y + 12, small);
  }
  sheet.gap(16);
}

/** Returns the bytes of the PDF. */
export async function drawPacking({
  paper,
  link,
  lang,
  at,
  foot,
}: ProductionDrawing): Promise<Uint8Array<ArrayBuffer>> {
  const fonts = await openFonts(`${JSON.stringify(paper)}${foot(1, 1)}0123456789`);
  const sheet = createPdfSheet(fonts, { title: paper.name, lang, at });
  sheet.label(paper.brand, pageLayout.side, pageLayout.top + 14, {
    size: 13,
    weight: 'bold',
    color: inkColors.brand,
  });
  drawQrCode(sheet, link, pageLayout.width - pageLayout.side - codeSize + 8, pageLayout.top - 8, codeSize);
  sheet.move(pageLayout.top + 32);
  sheet.write(paper.title, { x: pageLayout.side, width: contentWidth - codeSize }, title);
  sheet.move(pageLayout.top + codeSize + 6);
  drawFacts(sheet, paper);
  for (const contents of paper.contents) drawContents(sheet, contents);
  sheet.gap(8);
  sheet.write(paper.total, { x: pageLayout.side, width: contentWidth }, { ...answer, weight: 'bold' });
  sheet.write(paper.how, { x: pageLayout.side, width: contentWidth }, small);
  drawSigns(sheet, paper);
  const low = pageLayout.height - pageLayout.bottom + 26;
  return sheet.end((n, of) =>
    sheet.label(foot(n, of), pageLayout.width - pageLayout.side, low, small, 'end'),
  );
}
