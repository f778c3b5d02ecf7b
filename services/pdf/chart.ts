/** The tooth chart on paper: curves, positions and marks of the chart on screen, as vectors. */

import { toothPaths } from '#events/tooth/curves.ts';
import { type Fdi, TEETH } from '#events/tooth/fdi.ts';
import { type Marks, marksOnTooth } from '#events/tooth/marks.ts';
import { CHART_LAYOUTS, type ChartPoint, type ToothPlace } from '#web/features/tooth/layout.ts';
import {
  buccalPlacement,
  iprTickText,
  LOCK_SHAPE,
  NO_ATTACHMENT_SHAPE,
  reservedSpacePath,
} from '#web/features/tooth/mark-shapes.ts';
import { inkColors, type PdfWriter } from './pdf-writer.ts';

type Doc = PdfWriter['doc'];

const layout = CHART_LAYOUTS.rows;
export const chartSize = { width: layout.box.width, height: layout.box.height } as const;

/** Draws within a translated, rotated and scaled coordinate system. Line widths are in its units, mm. */
function within(
  doc: Doc,
  { x, y, angle = 0 }: ChartPoint & { angle?: number },
  scale: number,
  draw: () => void,
): void {
  doc.save().translate(x, y).rotate(angle).scale(scale);
  draw();
  doc.restore();
}

/** Hatches the area of a path. */
function hatched(doc: Doc, path: string): void {
  doc.save().path(path).clip();
  for (let at = -40; at <= 40; at += 1.3) doc.moveTo(at - 20, -20).lineTo(at + 20, 20);
  doc.lineWidth(0.16).stroke(inkColors.faint).restore();
}

type Look = { fill: string; line: string; width: number; dash?: readonly [number, number]; hatch?: boolean };

const plain: Look = { fill: inkColors.paper, line: inkColors.text, width: 0.22 };

/** Decides how a tooth is drawn, from the tooth's marks. */
function lookOf(marks: Marks, tooth: Fdi): Look {
  if (marks.missing.includes(tooth)) return { ...plain, line: inkColors.faint, width: 0.2, dash: [0.5, 0.7] };
  if (marks.extract.includes(tooth)) return { ...plain, hatch: true };
  return marks.noMove.includes(tooth) ? { ...plain, fill: inkColors.sunken, width: 0.36 } : plain;
}

function outlined(doc: Doc, path: string, { fill, line, width, dash, hatch }: Look): void {
  doc.path(path).fill(fill);
  if (hatch) hatched(doc, path);
  doc.save().lineWidth(width);
  if (dash) doc.dash(dash[0], { space: dash[1] });
  doc.path(path).stroke(line).restore();
}

function drawTooth(doc: Doc, tooth: Fdi, place: ToothPlace, marks: Marks): void {
  const paths = toothPaths(tooth);
  const look = lookOf(marks, tooth);
  const whole = look === plain || look.fill === inkColors.sunken;
  if (place.side)
    within(doc, place.side, 1, () => {
      for (const root of paths.roots)
        outlined(doc, root, {
          ...look,
          fill: whole ? inkColors.sunken : inkColors.paper,
          line: inkColors.faint,
          width: 0.16,
        });
      outlined(doc, paths.crown, look);
    });
  within(doc, place.top, 1, () => {
    outlined(doc, paths.occlusal, look);
    if (whole && paths.fissures) doc.path(paths.fissures).lineWidth(0.14).stroke(inkColors.faint);
  });
}

function boxed(
  doc: Doc,
  { x, y, width, height, rx }: typeof LOCK_SHAPE.body | typeof NO_ATTACHMENT_SHAPE.body,
): Doc {
  return doc.roundedRect(x, y, width, height, rx);
}

function drawMarks(doc: Doc, tooth: Fdi, place: ToothPlace, marks: Marks): void {
  if (marks.noMove.includes(tooth))
    within(doc, place.top, LOCK_SHAPE.scale, () => {
      boxed(doc, LOCK_SHAPE.body).fill(inkColors.text);
      doc.path(LOCK_SHAPE.bow).lineWidth(0.4).stroke(inkColors.text);
    });
  if (marks.noAttachment.includes(tooth))
    within(doc, buccalPlacement(tooth, place), 1, () => {
      boxed(doc, NO_ATTACHMENT_SHAPE.body).lineWidth(0.22).fillAndStroke(inkColors.paper, inkColors.faint);
      doc.path(NO_ATTACHMENT_SHAPE.slash).lineWidth(0.32).stroke(inkColors.text);
    });
  if (marks.reserveSpace.includes(tooth))
    within(doc, place.top, 1, () => doc.path(reservedSpacePath(tooth)).lineWidth(0.3).stroke(inkColors.info));
}

/** Content of the chart: marks of teeth and contacts, bracket codes, and the letters of both sides. */
export type ChartContent = {
  marks: Marks;
  codes: Partial<Record<Fdi, string>>;
  sides: readonly [string, string];
};

type ChartLabel = { text: string; spot: ChartPoint; color: string; bold: boolean };

/** Labels of the chart, in mm of its layout. Their size is set in points, so that they are real text in the PDF. */
function labelsOf({ marks, codes, sides }: ChartContent): ChartLabel[] {
  const numbers = TEETH.flatMap((tooth): ChartLabel[] => {
    const spot = layout.teeth.get(tooth)?.number;
    const marked = marksOnTooth(marks, tooth).length > 0;
    return spot
      ? [{ text: String(tooth), spot, color: marked ? inkColors.text : inkColors.soft, bold: marked }]
      : [];
  });
  const amounts = marks.ipr.flatMap((ipr): ChartLabel[] => {
    const spot = layout.contact(ipr.contact)?.label;
    return spot ? [{ text: iprTickText(ipr), spot, color: inkColors.accent, bold: true }] : [];
  });
  const brackets = TEETH.flatMap((tooth): ChartLabel[] => {
    const place = layout.teeth.get(tooth);
    const text = codes[tooth];
    return place && text
      ? [{ text, spot: buccalPlacement(tooth, place), color: inkColors.brand, bold: true }]
      : [];
  });
  const ends = layout.sides.map((spot, at) => ({
    text: sides[at] ?? '',
    spot,
    color: inkColors.faint,
    bold: false,
  }));
  return [...numbers, ...amounts, ...brackets, ...ends];
}

/** Draws the chart at the cursor, `width` points wide, and moves the cursor below it. */
export function drawChart(writer: PdfWriter, x: number, width: number, teeth: ChartContent): void {
  const { marks } = teeth;
  const { doc } = writer;
  const scale = width / chartSize.width;
  writer.need(chartSize.height * scale);
  const origin = { x: x + width / 2, y: writer.at() };
  within(doc, origin, scale, () => {
    const [from, to] = layout.midline;
    doc.save().dash(0.4, { space: 0.8 }).moveTo(from.x, from.y).lineTo(to.x, to.y);
    doc.lineWidth(0.16).stroke(inkColors.strong).restore();
    for (const [tooth, place] of layout.teeth) {
      drawTooth(doc, tooth, place, marks);
      drawMarks(doc, tooth, place, marks);
    }
    for (const { contact } of marks.ipr) {
      const tick = layout.contact(contact);
      if (!tick) continue;
      doc
        .moveTo(tick.from.x, tick.from.y)
        .lineTo(tick.to.x, tick.to.y)
        .lineWidth(0.45)
        .stroke(inkColors.accent);
    }
  });
  for (const { text, spot, color, bold } of labelsOf(teeth)) {
    const style = { size: 2.6 * scale, color, weight: bold ? ('bold' as const) : ('regular' as const) };
    writer.label(text, origin.x + spot.x * scale, origin.y + (spot.y + 0.9) * scale, style, 'middle');
  }
  writer.gap(chartSize.height * scale);
}
