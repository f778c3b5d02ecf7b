/** Draws a plan's report: facts, lines and one table of numbers, with the bundle's hash on every page. */
import type { ReportContent, ReportSection } from '#web/features/review/report.ts';
import { openFontsFor } from './fonts.ts';
import { drawFactGrid, drawPaperHead, endWithFoot, qrCodeSize } from './paper-frame.ts';
import {
  contentWidth,
  createPdfWriter,
  inkColors,
  type PdfWriter,
  pageLayout,
  type TextStyle,
} from './pdf-writer.ts';

const title: TextStyle = { size: 18, weight: 'bold' };
const heading: TextStyle = { size: 11, weight: 'bold', color: inkColors.brand };
const label: TextStyle = { size: 7.5, color: inkColors.soft };
const answer: TextStyle = { size: 10 };
const small: TextStyle = { size: 8.5, color: inkColors.soft };
const cell: TextStyle = { size: 8.5 };

const whole = { x: pageLayout.side, width: contentWidth };

const gutter = 8;

/** Draws the pictures in one row with their captions; nothing if there are none. */
function drawPictures(
  writer: PdfWriter,
  { pictures: shown }: ReportContent,
  pictures: PlanReportPdfInput['pictures'],
): void {
  const found = shown.flatMap(({ at, caption }) => {
    const picture = pictures.get(at);
    return picture ? [{ picture, caption }] : [];
  });
  const width = (contentWidth - 2 * gutter) / 3;
  const height = (width * 2) / 3;
  if (found.length === 0) return;
  writer.gap(4);
  writer.need(height + 2 * small.size * 1.45);
  const top = writer.at();
  for (const [n, { picture, caption }] of found.entries()) {
    const x = pageLayout.side + n * (width + gutter);
    writer.doc.image(picture, x, top, { width, height });
    writer.label(caption, x, top + height + small.size + 4, small);
  }
  writer.move(top + height + 2 * small.size);
}

/** Draws a table with a narrow first column and equal others. Numbers are right-aligned. */
function drawTable(writer: PdfWriter, { head, rows }: NonNullable<ReportSection['table']>): void {
  const names = [head, ...rows].map(([name = '']) => writer.widthOf(name, { ...cell, weight: 'bold' }));
  const first = Math.max(44, ...names);
  const width = (contentWidth - first) / Math.max(1, head.length - 1);
  const line = (texts: readonly string[], style: TextStyle) => {
    writer.need(style.size * 1.45 + 6);
    for (const [at, text] of texts.entries()) {
      const baseline = writer.at() + style.size;
      if (at === 0) writer.label(text, pageLayout.side, baseline, { ...style, weight: 'bold' });
      else writer.label(text, pageLayout.side + first + at * width, baseline, style, 'end');
    }
    writer.gap(style.size * 1.45 + 1);
    writer.rule();
    writer.gap(2);
  };
  line(head, label);
  for (const row of rows) line(row, cell);
}

/** Says in one line that a section is empty. */
function drawNone(writer: PdfWriter, { title: text, note = '' }: ReportSection): void {
  writer.need(heading.size * 1.45 + 10);
  writer.gap(10);
  const baseline = writer.at() + heading.size;
  writer.label(text, pageLayout.side, baseline, heading);
  writer.label(note, pageLayout.side + writer.widthOf(text, heading) + gutter, baseline, small);
  writer.gap(heading.size * 1.45);
}

function drawSection(writer: PdfWriter, section: ReportSection): void {
  const { title: text, note, lines, table } = section;
  if (lines.length === 0 && !table) {
    drawNone(writer, section);
    return;
  }
  writer.need(66);
  writer.gap(8);
  writer.write(text, whole, heading);
  writer.rule();
  writer.gap(6);
  if (note) {
    writer.write(note, whole, small);
    writer.gap(3);
  }
  for (const line of lines) {
    writer.write(line, whole, answer);
    writer.gap(3);
  }
  if (table) drawTable(writer, table);
}

export type PlanReportPdfInput = {
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
  /** Returns the footer of page n of all, with the plan's short hash. */
  foot: (n: number, of: number) => string;
};

/** Returns the bytes of the PDF. */
export async function drawPlanReport(drawing: PlanReportPdfInput): Promise<Uint8Array<ArrayBuffer>> {
  const { report, pictures, brand, printed, link, lang, at, foot } = drawing;
  const fonts = await openFontsFor(
    `${JSON.stringify(report)}${brand}${printed}${foot(1, 1)}0123456789[]+ABCDEFU`,
  );
  const writer = createPdfWriter(fonts, { title: report.name, lang, at });
  drawPaperHead(writer, { brand, link });
  writer.write(report.title, { x: pageLayout.side, width: contentWidth - qrCodeSize }, title);
  writer.write(printed, { x: pageLayout.side, width: contentWidth - qrCodeSize }, small);
  writer.move(pageLayout.top + qrCodeSize);
  const need = label.size * 1.45 + 2 * answer.size * 1.45;
  drawFactGrid(writer, { facts: report.facts, across: 3, gutter: 14, need, gap: 5, answer });
  drawPictures(writer, report, pictures);
  for (const note of report.notes) writer.write(note, whole, { ...answer, weight: 'bold' });
  for (const section of report.sections) drawSection(writer, section);
  return endWithFoot(writer, foot);
}
