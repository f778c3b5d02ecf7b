/** Draws the order form as a PDF, from a paper's content and small pictures of its records. */
import { archSvgPath, TEETH_PER_JAW, tickSharesAlongLine, ticksPath } from '#web/ui/arch.ts';
import { chartSize, drawChart } from './chart.ts';
import { openFontsFor } from './fonts.ts';
import type { OrderPaper, PaperFact, PaperFileLine } from './order-paper.ts';
import { drawPaperCode, qrCodeSize } from './paper-frame.ts';
import {
  contentWidth,
  createPdfWriter,
  inkColors,
  type PdfWriter,
  pageLayout,
  type TextStyle,
} from './pdf-writer.ts';
import { previewSize } from './previews.ts';

const title: TextStyle = { size: 18, weight: 'bold' };
const heading: TextStyle = { size: 11, weight: 'bold', color: inkColors.brand };
const label: TextStyle = { size: 7.5, color: inkColors.soft };
const answer: TextStyle = { size: 10 };
const small: TextStyle = { size: 8.5, color: inkColors.soft };

const columns = 3;
const gutter = 14;
const column = (contentWidth - (columns - 1) * gutter) / columns;
const widthOf = (span: number) => span * column + (span - 1) * gutter;
const leftOf = (at: number) => pageLayout.side + at * (column + gutter);

type Cell = PaperFact & { span: number };

/** Chooses a fact's width: a short answer takes a third of the page, a longer one more. */
function cellOf(writer: PdfWriter, fact: PaperFact): Cell {
  const span = [1, 2].find(n => writer.linesIn(fact.value, widthOf(n), answer) === 1) ?? columns;
  return { ...fact, span };
}

/** Arranges cells side by side, as many as fit. */
function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = [];
  let room = 0;
  for (const cell of cells) {
    if (cell.span > room) {
      rows.push([]);
      room = columns;
    }
    rows.at(-1)?.push(cell);
    room -= cell.span;
  }
  return rows;
}

/** Draws each question, small, above its answer. A long answer continues on the next page. */
function drawFacts(writer: PdfWriter, facts: readonly PaperFact[]): void {
  for (const row of rowsOf(facts.map(fact => cellOf(writer, fact)))) {
    writer.need(label.size * 1.45 + 2 * answer.size * 1.45);
    const top = writer.at();
    let at = 0;
    let low = top;
    for (const { label: asked, value, span } of row) {
      const box = { x: leftOf(at), width: widthOf(span) };
      writer.move(top);
      writer.write(asked, box, label);
      writer.write(value, box, answer);
      low = row.length > 1 ? Math.max(low, writer.at()) : writer.at();
      at += span;
    }
    writer.move(low);
    writer.gap(5);
  }
}

function drawHeading(writer: PdfWriter, text: string, room = 40): void {
  writer.need(room + 26);
  writer.gap(8);
  writer.write(text, { x: pageLayout.side, width: contentWidth }, heading);
  writer.rule();
  writer.gap(6);
}

/** Maximum size of a logo, in points. A logo keeps its proportions. */
const logoSize = [170, 30] as const;

const mark = { width: 26, height: 21 };

/** The product's mark and name. */
function drawBrand({ doc, label: put }: PdfWriter, brand: string): void {
  doc.save().translate(pageLayout.side + 4.5, pageLayout.top + 4);
  doc.path(archSvgPath(mark)).lineWidth(1.1).strokeOpacity(0.55).stroke(inkColors.brand);
  doc
    .path(ticksPath(mark, tickSharesAlongLine(mark, TEETH_PER_JAW, 0.035), -0.4, 3.3))
    .lineWidth(1.9)
    .strokeOpacity(1);
  doc.stroke(inkColors.brand).restore();
  put(brand, pageLayout.side + 42, pageLayout.top + 20, { size: 13, weight: 'bold', color: inkColors.brand });
}

function drawHead(writer: PdfWriter, { paper, link, logo }: OrderFormPdfInput): void {
  if (logo) writer.doc.image(logo, pageLayout.side, pageLayout.top - 4, { fit: [...logoSize] });
  else drawBrand(writer, paper.brand);
  drawPaperCode(writer, link);
  writer.move(pageLayout.top + 36);
  writer.write(paper.title, { x: pageLayout.side, width: contentWidth - qrCodeSize }, title);
  writer.move(pageLayout.top + qrCodeSize);
  drawFacts(writer, paper.head);
  for (const note of paper.notes)
    writer.write(note, { x: pageLayout.side, width: contentWidth }, { ...answer, weight: 'bold' });
}

function drawMirror(writer: PdfWriter, { mirror }: OrderPaper): void {
  if (mirror.paragraphs.length === 0) return;
  drawHeading(writer, mirror.title);
  for (const paragraph of mirror.paragraphs) {
    writer.write(paragraph, { x: pageLayout.side, width: contentWidth }, answer);
    writer.gap(3);
  }
}

type Section = OrderPaper['sections'][number];

function drawSection(writer: PdfWriter, { title: text, facts }: Section, nothing: string): void {
  drawHeading(writer, text);
  if (facts.length > 0) drawFacts(writer, facts);
  else writer.write(nothing, { x: pageLayout.side, width: contentWidth }, small);
}

const chartWidth = 400;

function drawTeeth(writer: PdfWriter, { chart }: OrderPaper): void {
  if (!chart) return;
  const height = (chartWidth * chartSize.height) / chartSize.width;
  writer.need(height + 40);
  writer.gap(4);
  drawChart(writer, pageLayout.side + (contentWidth - chartWidth) / 2, chartWidth, chart.teeth);
  writer.gap(6);
  for (const line of chart.lines) writer.write(line, { x: pageLayout.side, width: contentWidth }, answer);
}

const perRow = 4;
const step = (contentWidth - previewSize.width) / (perRow - 1);

function drawPicture(
  writer: PdfWriter,
  picture: Buffer | undefined,
  x: number,
  y: number,
  noPreview: string,
): void {
  const { doc } = writer;
  const { width, height } = previewSize;
  doc.rect(x, y, width, height).lineWidth(0.6).fillAndStroke(inkColors.sunken, inkColors.line);
  if (picture) doc.image(picture, x, y, { fit: [width, height], align: 'center', valign: 'center' });
  else writer.label(noPreview, x + width / 2, y + height / 2 + 3, small, 'middle');
}

type Pictures = ReadonlyMap<string, Buffer>;

function drawPictures(
  writer: PdfWriter,
  items: readonly PaperFileLine[],
  pictures: Pictures,
  noPreview: string,
): void {
  for (let from = 0; from < items.length; from += perRow) {
    writer.need(previewSize.height + 40);
    const top = writer.at();
    let low = top;
    for (const [at, item] of items.slice(from, from + perRow).entries()) {
      const x = pageLayout.side + at * step;
      drawPicture(writer, pictures.get(item.id), x, top, noPreview);
      writer.move(top + previewSize.height + 3);
      writer.write(item.label, { x, width: previewSize.width }, { ...small, color: inkColors.text });
      writer.write(item.hash, { x, width: previewSize.width }, small);
      low = Math.max(low, writer.at());
    }
    writer.move(low);
    writer.gap(8);
  }
}

function drawRecords(writer: PdfWriter, { records }: OrderPaper, pictures: Pictures): void {
  const { title: text, items, noPreview } = records;
  if (items.length === 0) return;
  drawHeading(writer, text, previewSize.height);
  drawPictures(
    writer,
    items.filter(item => item.pictured),
    pictures,
    noPreview,
  );
  const others = items.filter(item => !item.pictured);
  drawFacts(
    writer,
    others.map(({ label: asked, about, hash }) => ({ label: asked, value: `${about} · ${hash}` })),
  );
}

function drawSignature(writer: PdfWriter, [name, date]: OrderPaper['sign']): void {
  writer.need(64);
  writer.gap(40);
  const { doc } = writer;
  const half = contentWidth * 0.6;
  for (const [text, x, width] of [
    [name, pageLayout.side, half],
    [date, pageLayout.side + half + gutter, contentWidth - half - gutter],
  ] as const) {
    doc
      .moveTo(x, writer.at())
      .lineTo(x + width, writer.at())
      .lineWidth(0.8)
      .stroke(inkColors.strong);
    writer.label(text, x, writer.at() + 11, small);
  }
  writer.gap(14);
}

export type OrderFormPdfInput = {
  paper: OrderPaper;
  /** Small pictures of the records, by record id. */
  pictures: Pictures;
  /** The organisation's logo. Undefined: the product's mark and name. */
  logo?: Buffer | undefined;
  /** Address in the QR code. */
  link: string;
  lang: string;
  at: Date;
  /** Returns the footer of page n of all. */
  foot: (n: number, of: number) => string;
};

/** Returns the bytes of the PDF. */
export async function drawOrderForm(drawing: OrderFormPdfInput): Promise<Uint8Array<ArrayBuffer>> {
  const { paper, pictures, lang, at, foot } = drawing;
  const fonts = await openFontsFor(`${JSON.stringify(paper)}${foot(1, 1)}0123456789[]+ABCDEFU`);
  const writer = createPdfWriter(fonts, { title: paper.name, lang, at });
  drawHead(writer, drawing);
  for (const section of paper.sections) {
    drawSection(writer, section, paper.nothing);
    if (section.name !== 'markers') continue;
    drawTeeth(writer, paper);
    drawMirror(writer, paper);
  }
  drawRecords(writer, paper, pictures);
  drawSignature(writer, paper.sign);
  const low = pageLayout.height - pageLayout.bottom + 26;
  return writer.end((n, of) => {
    writer.label(paper.brand, pageLayout.side, low, small);
    writer.label(foot(n, of), pageLayout.width - pageLayout.side, low, small, 'end');
  });
}
