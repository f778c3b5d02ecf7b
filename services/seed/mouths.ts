/** Draws intraoral photos: the bite from three sides, and each arch from above. */
import type { Arch } from '#events/tooth/fdi.ts';
import { type Canvas, type CanvasShape, createCanvas, type Rgb, scaleBrightness } from './canvas.ts';
import { crownSizes, demoToothDeviation } from './teeth-row.ts';

const [width, height] = [480, 360];
const [cx, cy] = [width / 2, height / 2];

const enamel: Rgb = [240, 233, 218];
const gum: Rgb = [214, 128, 124];

/** Draws one row of teeth from the side. `from`: position along the row, in mm, that is at the picture's centre. */
function row(canvas: Canvas, variant: number, jaw: Arch, from: number, scale: number): void {
  const up = jaw === 'upper' ? 1 : -1;
  for (const side of [1, -1] as const) {
    let along = 0;
    for (const [place, [width, , tall]] of crownSizes[jaw].entries()) {
      const { out, turn } = demoToothDeviation(variant, jaw, side, place);
      // The arch curves away: distant teeth are foreshortened and darker.
      const away = Math.abs(side * (along + width / 2) - from) / 46;
      const narrow = Math.cos(Math.min(1.35, away * 1.25));
      const x = cx + Math.sin(((side * (along + width / 2) - from) / 46) * 1.12) * 46 * scale * 0.98;
      const half = (width / 2) * scale * narrow;
      const y = cy - up * (tall / 2 - 1.1) * scale * 0.92 - up * out * 2.4;
      const color = scaleBrightness(enamel, 1 - 0.34 * Math.min(1, away) + out * 0.02);
      canvas.draw({
        x,
        y: y - up * tall * scale * 0.2,
        rx: half * 1.25,
        ry: tall * scale * 0.5,
        color: gum,
        soft: 0.5,
        alpha: 0.9,
      });
      canvas.draw({
        x,
        y,
        rx: Math.max(2, half * 1.02),
        ry: (tall / 2) * scale * 0.92,
        color,
        power: 3.4,
        soft: 0.14,
        angle: turn / 3,
        light: 0.1 * up,
      });
      along += width;
    }
  }
}

export function paintBite(variant: number, from: number): Canvas {
  const canvas = createCanvas(width, height, [120, 52, 54], [104, 42, 46]);
  for (const y of [cy - 96, cy + 96])
    canvas.draw({ x: cx, y, rx: 250, ry: 92, color: gum, power: 2.6, soft: 0.3, light: 0.12 });
  row(canvas, variant, 'lower', from, 6.1);
  row(canvas, variant, 'upper', from, 6.1);
  for (const side of [-1, 1])
    canvas.draw({ x: cx + side * 262, y: cy, rx: 78, ry: 210, color: [58, 20, 24], soft: 0.9, alpha: 0.75 });
  canvas.grain(2);
  return canvas;
}

/** A tooth's position on the arch, from above. */
type Place = { x: number; y: number; rx: number; ry: number; angle: number };

/** Fissures of a premolar or molar: one along the arch, and one across in molars. */
function fissures(canvas: Canvas, place: number, { x, y, rx, ry, angle }: Place): void {
  const fissure: Omit<CanvasShape, 'rx' | 'ry'> = { x, y, color: [172, 150, 128], angle, soft: 0.9 };
  if (place >= 3) canvas.draw({ ...fissure, rx: rx * 0.62, ry: ry * 0.12, alpha: 0.85 });
  if (place > 4) canvas.draw({ ...fissure, rx: rx * 0.1, ry: ry * 0.6, alpha: 0.7 });
}

/** Draws one arch of teeth from above. `front`: height of the arch's front in the picture. */
function arch(canvas: Canvas, variant: number, jaw: Arch, front: number): void {
  const down = jaw === 'upper' ? 1 : -1;
  for (const side of [1, -1] as const) {
    let along = 0;
    for (const [place, [md, bl]] of crownSizes[jaw].entries()) {
      const { out, turn } = demoToothDeviation(variant, jaw, side, place);
      const t = (along + md / 2) / 56;
      const angle = Math.min(1.5, t * 1.9) * (1 - 0.12 * t);
      const radius = 128 + out * 4;
      const at = {
        x: cx + side * Math.sin(angle) * radius * 1.08,
        y: front + down * (128 - Math.cos(angle) * radius) + down * t * t * 96,
        rx: (md / 2) * 4.5,
        ry: (bl / 2) * (place < 3 ? 3.1 : 4),
        angle: ((side * down * angle * 180) / Math.PI) * 0.92 + turn,
      };
      canvas.draw({ ...at, color: enamel, power: place < 3 ? 2.4 : 3.2, soft: 0.16, light: 0.12 * down });
      fissures(canvas, place, at);
      along += md;
    }
  }
}

/** An arch from above, with the tongue or palate inside. */
export function drawArch(variant: number, jaw: Arch): Canvas {
  const canvas = createCanvas(width, height, [112, 48, 50], [96, 40, 44]);
  const down = jaw === 'upper' ? 1 : -1;
  const front = jaw === 'upper' ? 52 : height - 52;
  canvas.draw({ x: cx, y: front + down * 150, rx: 178, ry: 176, color: gum, power: 2.7, soft: 0.12 });
  canvas.draw({
    x: cx,
    y: front + down * 176,
    rx: 106,
    ry: 138,
    color: jaw === 'upper' ? [226, 150, 142] : [170, 84, 88],
    power: 2.3,
    soft: 0.5,
  });
  if (jaw === 'lower')
    canvas.draw({
      x: cx,
      y: front + down * 220,
      rx: 92,
      ry: 120,
      color: [206, 118, 118],
      power: 2.4,
      soft: 0.25,
      light: 0.2,
    });
  arch(canvas, variant, jaw, front);
  canvas.grain(2);
  return canvas;
}
