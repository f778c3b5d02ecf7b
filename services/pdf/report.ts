/** Draws a plan's report: facts, lines and one table of numbers, with the bundle's hash on every page. */
import type { ReportContent, ReportSection } from '#web/features/review/report.ts';
import { openFonts } from './fonts.ts';
import { drawCode } from './qr-code.ts';
import { createSheet, ink, inner, page, type Sheet, type Style } from './sheet.ts';

const title: Style = { size: 18, weight: 'bold' };
const heading: Style = { size: 11, weight: 'bold', color: ink.brand };
const label: Style = { size: 7.5, color: ink.soft };
const answer: Style = { size: 10 };
const small: Style = { size: 8.5, color: ink.soft };
const cell: Style = { size: 8.5 };

const whole = { x: page.side, width: inner };
const codeSize = 84;
/** Number of facts side by side. */
const across = 3;
const third = (inner - (across - 1) * 14) / across;

function drawFacts(sheet: Sheet, { facts }: ReportContent): void {
  for (let from = 0; from < facts.length; from += across) {
    sheet.need(label.size * 1.45 + 2 * answer.size * 1.45);
    const top = sheet.at();
    let low = top;
    for (const [at, { label: asked, value }] of facts.slice(from, from + across).entries()) {
      const box = { x: page.side + at * (third + 14), width: third };
      sheet.move(top);
      sheet.write(asked, box, label);
      sheet.write(value, box, answer);
      low = Math.max(low, sheet.at());
    }
    sheet.move(low);
    sheet.gap(5);
  }
}

const gutter = 8;

/** Draws the pictures in one row with their captions; nothing if there are none. */
function drawPictures(sheet: Sheet, { pictures: shown }: ReportContent, pictures: Drawing['pictures']): void {
  const found = shown.flatMap(({ at, caption }) => {
    const picture = pictures.get(at);
    return picture ? [{ picture, caption }] : [];
  });
  const width = (inner - 2 * gutter) / 3;
  const height = (width * 2) / 3;
  if (found.length === 0) return;
  sheet.gap(4);
  sheet.need(height + 2 * small.size * 1.45);
  const top = sheet.at();
  for (const [n, { picture, caption }] of found.entries()) {
    const x = page.side + n * (width + gutter);
    sheet.doc.image(picture, x, top, { width, height });
    sheet.label(caption, x, top + height + small.size + 4, small);
  }
  sheet.move(top + height + 2 * small.size);
}

/** Draws a table with a narrow first column and equal others. Numbers are right-aligned. */
function drawTable(sheet: Sheet, { head, rows }: NonNullable<ReportSection['table']>): void {
  const names = [head, ...rows].map(([name = '']) => sheet.widthOf(name, { ...cell, weight: 'bold' }));
  const first = Math.max(44, ...names);
  const width = (inner - first) / Math.max(1, head.length - 1);
  const line = (texts: readonly string[], style: Style) => {
    sheet.need(style.size * 1.45 + 6);
    for (const [at, text] of texts.entries()) {
      const baseline = sheet.at() + style.size;
      if (at === 0) sheet.label(text, page.side, baseline, { ...style, weight: 'bold' });
      else sheet.label(text, page.side + first + at * width, baseline, style, 'end');
    }
    sheet.gap(style.size * 1.45 + 1);
    sheet.rule();
    sheet.gap(2);
  };
  line(head, label);
  for (const row of rows) line(row, cell);
}

/** States an empty section in a line. */
function drawNone(sheet: Sheet, { title: text, note = '' }: ReportSection): void {
  sheet.need(heading.size * 1.45 + 10);
  sheet.gap(10);
  const baseline = sheet.at() + heading.size;
  sheet.label(text, page.side, baseline, heading);
  sheet.label(note, page.side + sheet.widthOf(text, heading) + gutter, baseline, small);
  sheet.gap(heading.size * 1.45);
}

function drawSection(sheet: Sheet, section: ReportSection): void {
  const { title: text, note, lines, table } = section;
  if (lines.length === 0 && !table) {
    drawNone(sheet, section);
    return;
  }
  sheet.need(66);
  sheet.gap(8);
  sheet.write(text, whole, heading);
  sheet.rule();
  sheet.gap(6);
  if (note) {
    sheet.write(note, whole, small);
    sheet.gap(3);
  }
  for (const line of lines) {
    sheet.write(line, whole, answer);
    sheet.gap(3);
  }
  if (table) drawTable(sheet, table);
}

export type Drawing = {
  report: ReportContent;
  /** JPEGs of the plan by number, three to two. */
  pictures: ReadonlyMap<number, Buffer>;
  brand: string;
  /** Time of printing. */
  printed: string;
  /** Address in the QR code. */
  link: string;
  lang: string;
  at: Date;
  /** Footer of page n of all, with the short hash. */
  foot: (n: number, of: number) => string;
};

/** Returns the bytes of the PDF. */
export async function drawReport(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const { report, pictures, brand, printed, link, lang, at, foot } = drawing;
  const fonts = await openFonts(
    `${JSON.stringify(report)}${brand}${printed}${foot(1, 1)}0123456789[]+ABCDEFU`,
  );
  const sheet = createSheet(fonts, { title: report.name, lang, at });
  sheet.label(brand, page.side, page.top + 14, { size: 13, weight: 'bold', color: ink.brand });
  drawCode(sheet, link, page.width - page.side - codeSize + 8, page.top - 8, codeSize);
  sheet.move(page.top + 32);
  sheet.write(report.title, { x: page.side, width: inner - codeSize }, title);
  sheet.write(printed, { x: page.side, width: inner - codeSize }, small);
  sheet.move(page.top + codeSize);
  drawFacts(sheet, report);
  drawPictures(sheet, report, pictures);
  for (const note of report.notes) sheet.write(note, whole, { ...answer, weight: 'bold' });
  for (const section of report.sections) drawSection(sheet, section);
  const low = page.height - page.bottom + 26;
  return sheet.end((n, of) => sheet.label(foot(n, of), page.width - page.side, low, small, 'end'));
}
