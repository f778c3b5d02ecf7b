/**
 * A small canvas that draws superellipses with soft edges and light from above. This is enough for faces, teeth and
 * radiographs.
 */
import { encodePng } from './png.ts';

export type Rgb = readonly [number, number, number];

export type CanvasShape = {
  x: number;
  y: number;
  rx: number;
  ry: number;
  color: Rgb;
  /** Rotation in degrees, clockwise. */
  angle?: number;
  /** Exponent of the superellipse: 2 is an ellipse, 4 almost a rounded box. */
  power?: number;
  /** Share of the shape's radius over which its edge fades. */
  soft?: number;
  /** Opacity, 0 to 1. */
  alpha?: number;
  /** Brightness difference between the upper and the lower edge, as a share. */
  light?: number;
};

/** Multiplies the brightness of a colour. `share`: 1 leaves the colour unchanged, 0 makes it black. */
export const scaleBrightness = (c: Rgb, share: number): Rgb => [c[0] * share, c[1] * share, c[2] * share];

const smooth = (t: number) => {
  const c = Math.min(1, Math.max(0, t));
  return c * c * (3 - 2 * c);
};

/** Pixels per unit of a drawing. Screens show these pictures at 320 by 240 or less. */
const scale = 2 / 3;

export function createCanvas(unitsWide: number, unitsHigh: number, top: Rgb, bottom: Rgb = top) {
  const [width, height] = [Math.round(unitsWide * scale), Math.round(unitsHigh * scale)];
  const pixels = new Float32Array(width * height * 3);
  for (let i = 0; i < pixels.length; i++) {
    const t = Math.floor(i / 3 / width) / (height - 1);
    pixels[i] = (top[i % 3] ?? 0) * (1 - t) + (bottom[i % 3] ?? 0) * t;
  }

  const blend = (at: number, [r, g, b]: Rgb, share: number, light: number) => {
    const stays = 1 - share;
    const comes = share * light;
    pixels[at] = (pixels[at] ?? 0) * stays + r * comes;
    pixels[at + 1] = (pixels[at + 1] ?? 0) * stays + g * comes;
    pixels[at + 2] = (pixels[at + 2] ?? 0) * stays + b * comes;
  };
  const draw = (shape: CanvasShape) => {
    const { color, angle = 0, power = 2, soft = 0.12, alpha = 1, light = 0 } = shape;
    const [cx, cy, rx, ry] = [shape.x * scale, shape.y * scale, shape.rx * scale, shape.ry * scale];
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    // Half the width and height of the rotated shape's bounding box.
    const [wide, high] = [Math.abs(rx * c) + Math.abs(ry * s), Math.abs(rx * s) + Math.abs(ry * c)];
    // If both coordinates are below this bound, the point is inside.
    const inner = (1 - soft) / 2 ** (1 / power);
    for (let y = Math.max(0, Math.floor(cy - high)); y < Math.min(height, cy + high); y++)
      for (let x = Math.max(0, Math.floor(cx - wide)); x < Math.min(width, cx + wide); x++) {
        const [dx, dy] = [x + 0.5 - cx, y + 0.5 - cy];
        const u = Math.abs((dx * c + dy * s) / rx);
        const v = (dy * c - dx * s) / ry;
        const most = Math.max(u, Math.abs(v));
        if (most >= 1) continue;
        const d = most < inner ? 0 : (u ** power + Math.abs(v) ** power) ** (1 / power);
        if (d < 1) blend((y * width + x) * 3, color, smooth((1 - d) / soft) * alpha, 1 - light * v);
      }
  };
  return {
    draw,
    /** Adds fine, repeatable noise, so that large areas look less flat. */
    grain(amount: number) {
      let state = 1;
      for (let i = 0; i < pixels.length; i += 3) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        const noise = (state / 2 ** 32 - 0.5) * amount;
        for (let k = 0; k < 3; k++) pixels[i + k] = (pixels[i + k] ?? 0) + noise;
      }
    },
    /** Returns the pixels, three bytes each, row by row from the top. */
    rgb() {
      // Uses a loop, because `Uint8Array.from` would take as long as all the drawing.
      const bytes = new Uint8Array(pixels.length);
      for (let i = 0; i < pixels.length; i++)
        bytes[i] = Math.min(255, Math.max(0, Math.round(pixels[i] ?? 0)));
      return { width, height, bytes };
    },
    png() {
      return encodePng(width, height, this.rgb().bytes);
    },
  };
}
export type Canvas = ReturnType<typeof createCanvas>;
