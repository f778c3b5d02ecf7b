/** Draws faces of invented patients: frontal, smiling, in profile. */
import { type Canvas, createCanvas, type Rgb, scaleBrightness } from './canvas.ts';
import { crownSizes } from './teeth-row.ts';

const [width, height, cx] = [480, 360, 240];
const enamel: Rgb = [240, 233, 218];
const deep: Rgb = [92, 38, 40];

type Look = { skin: Rgb; hair: Rgb; cloth: Rgb; long: boolean };
const first: Look = { skin: [236, 200, 172], hair: [46, 38, 36], cloth: [92, 128, 122], long: true };
const looks: readonly Look[] = [
  first,
  { skin: [228, 186, 154], hair: [34, 31, 33], cloth: [104, 116, 138], long: false },
  { skin: [242, 212, 190], hair: [142, 104, 70], cloth: [150, 112, 104], long: true },
];
const lookOf = (variant: number) => looks[variant % looks.length] ?? first;

function head(variant: number): Canvas {
  const canvas = createCanvas(width, height, [222, 228, 225], [188, 199, 195]);
  const { skin, hair, cloth, long } = lookOf(variant);
  if (long) canvas.draw({ x: cx, y: 185, rx: 98, ry: 140, color: hair, power: 2.6, soft: 0.06 });
  canvas.draw({ x: cx, y: 392, rx: 172, ry: 92, color: cloth, power: 2.4, soft: 0.05, light: 0.15 });
  canvas.draw({ x: cx, y: 290, rx: 38, ry: 60, color: scaleBrightness(skin, 0.88), power: 3, soft: 0.1 });
  canvas.draw({ x: cx, y: 172, rx: 76, ry: 104, color: skin, power: 2.2, soft: 0.05, light: 0.05 });
  canvas.draw({ x: cx, y: 92, rx: 84, ry: 52, color: hair, power: 2.2, soft: 0.08 });
  for (const side of [-1, 1]) {
    canvas.draw({
      x: cx + side * 30,
      y: 146,
      rx: 17,
      ry: 3.4,
      color: hair,
      angle: side * 5,
      soft: 0.6,
      alpha: 0.75,
    });
    canvas.draw({ x: cx + side * 29, y: 164, rx: 11, ry: 5.4, color: [250, 248, 244], soft: 0.3 });
    canvas.draw({ x: cx + side * 29, y: 164, rx: 5.2, ry: 5.4, color: [58, 46, 42], soft: 0.3 });
    canvas.draw({ x: cx + side * 44, y: 206, rx: 24, ry: 20, color: [222, 140, 124], soft: 1, alpha: 0.28 });
  }
  canvas.draw({ x: cx, y: 200, rx: 12, ry: 8, color: scaleBrightness(skin, 0.82), soft: 0.9, alpha: 0.7 });
  return canvas;
}

export function drawFrontalFace(variant: number): Canvas {
  const canvas = head(variant);
  canvas.draw({ x: cx, y: 230, rx: 27, ry: 7.5, color: [196, 104, 100], power: 2.2, soft: 0.4 });
  canvas.draw({ x: cx, y: 230, rx: 27, ry: 1.6, color: [132, 62, 62], soft: 0.5 });
  return canvas;
}

export function drawSmile(variant: number): Canvas {
  const canvas = head(variant);
  canvas.draw({ x: cx, y: 228, rx: 40, ry: 17, color: [190, 96, 92], power: 2.4, soft: 0.2 });
  canvas.draw({ x: cx, y: 227, rx: 35, ry: 12, color: deep, power: 2.4, soft: 0.12 });
  canvas.draw({ x: cx, y: 223, rx: 31, ry: 8.5, color: enamel, power: 2.6, soft: 0.14 });
  for (const side of [-1, 1]) {
    let x = cx;
    for (let place = 0; place < 4; place++) {
      const wide = (crownSizes.upper[place]?.[0] ?? 7) * (1 - place * 0.1);
      x += place === 0 ? 0 : side * wide;
      canvas.draw({ x, y: 223, rx: 0.8, ry: 7.5 - place, color: [176, 150, 130], soft: 0.9, alpha: 0.55 });
      if (place === 0) x += side * wide * 0.2;
    }
  }
  return canvas;
}

export function drawProfile(variant: number): Canvas {
  const canvas = createCanvas(width, height, [222, 228, 225], [188, 199, 195]);
  const { skin, hair, cloth, long } = lookOf(variant);
  const shade = scaleBrightness(skin, 0.9);
  if (long) canvas.draw({ x: 262, y: 210, rx: 62, ry: 128, color: hair, power: 2.6, soft: 0.06 });
  canvas.draw({ x: 262, y: 392, rx: 130, ry: 90, color: cloth, power: 2.4, soft: 0.05, light: 0.15 });
  canvas.draw({ x: 252, y: 290, rx: 36, ry: 66, color: shade, power: 3, soft: 0.1, angle: 8 });
  canvas.draw({ x: 238, y: 152, rx: 82, ry: 92, color: skin, power: 2.2, soft: 0.04 });
  canvas.draw({ x: 212, y: 222, rx: 50, ry: 48, color: skin, power: 2.5, soft: 0.05, angle: -12 });
  canvas.draw({ x: 164, y: 178, rx: 15, ry: 25, color: skin, angle: 24, soft: 0.12 });
  canvas.draw({ x: 157, y: 193, rx: 10, ry: 8, color: skin, soft: 0.2 });
  canvas.draw({ x: 169, y: 216, rx: 11, ry: 6, color: [204, 118, 110], soft: 0.4, angle: 8 });
  canvas.draw({ x: 171, y: 227, rx: 11, ry: 6.4, color: [196, 108, 102], soft: 0.4, angle: -8 });
  canvas.draw({ x: 182, y: 256, rx: 20, ry: 15, color: skin, soft: 0.12 });
  canvas.draw({ x: 262, y: 108, rx: 78, ry: 66, color: hair, power: 2.3, soft: 0.06, angle: 10 });
  canvas.draw({ x: 300, y: 160, rx: 36, ry: 52, color: hair, power: 2.3, soft: 0.08 });
  canvas.draw({ x: 262, y: 182, rx: 13, ry: 20, color: shade, soft: 0.15, angle: -10 });
  canvas.draw({ x: 182, y: 160, rx: 9, ry: 4.4, color: [58, 46, 42], soft: 0.4, angle: -6 });
  canvas.draw({ x: 184, y: 145, rx: 14, ry: 3, color: hair, soft: 0.6, alpha: 0.75, angle: -8 });
  return canvas;
}
