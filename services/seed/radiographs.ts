/** Draws radiographs. */
import { type Canvas, createCanvas, type Rgb } from './canvas.ts';
import { crownSizes, demoToothDeviation } from './teeth-row.ts';

const grey = (v: number): Rgb => [v, v, v * 1.02];

export function drawPanoramic(variant: number): Canvas {
  const canvas = createCanvas(640, 320, grey(24), grey(14));
  const [mx, my] = [320, 150];
  canvas.draw({ x: mx, y: 210, rx: 280, ry: 150, color: grey(74), power: 2.5, soft: 0.5 });
  canvas.draw({ x: mx, y: 60, rx: 170, ry: 44, color: grey(40), power: 2.4, soft: 0.5 });
  for (const side of [-1, 1])
    canvas.draw({
      x: mx + side * 258,
      y: 120,
      rx: 32,
      ry: 110,
      color: grey(84),
      power: 2.6,
      soft: 0.4,
      angle: side * 9,
    });
  for (const jaw of ['upper', 'lower'] as const)
    for (const side of [1, -1] as const) {
      let along = 2;
      for (const [place, [md, , tall]] of crownSizes[jaw].entries()) {
        const { turn } = demoToothDeviation(variant, jaw, side, place);
        const up = jaw === 'upper' ? -1 : 1;
        const x = mx + side * (along + md / 2) * 3.5;
        const curve = ((along + md / 2) / 60) ** 2 * -46;
        const y = my + curve + up * (tall * 1.7 + 3);
        const angle = (side * up * -(along / 60) * 14 + turn / 4) * 1;
        canvas.draw({
          x,
          y: y + up * tall * 2.6,
          rx: md * 1.15,
          ry: tall * 2.9,
          color: grey(148),
          power: 2.2,
          soft: 0.45,
          angle,
          alpha: 0.8,
        });
        canvas.draw({
          x,
          y: y + up * tall * 2.8,
          rx: md * 0.22,
          ry: tall * 2.4,
          color: grey(84),
          soft: 0.8,
          angle,
          alpha: 0.7,
        });
        canvas.draw({ x, y, rx: md * 1.7, ry: tall * 1.6, color: grey(214), power: 3, soft: 0.25, angle });
        along += md;
      }
    }
  canvas.grain(6);
  return canvas;
}

export function drawLateral(variant: number): Canvas {
  const canvas = createCanvas(420, 420, grey(18), grey(26));
  const out = (variant % 3) * 3;
  canvas.draw({ x: 224, y: 168, rx: 160, ry: 146, color: grey(58), soft: 0.3, angle: 8 });
  canvas.draw({ x: 230, y: 158, rx: 150, ry: 132, color: grey(172), soft: 0.06, angle: 8 });
  canvas.draw({ x: 230, y: 158, rx: 140, ry: 122, color: grey(92), soft: 0.16, angle: 8 });
  canvas.draw({ x: 150, y: 262, rx: 92, ry: 66, color: grey(88), soft: 0.5, power: 2.4 });
  canvas.draw({ x: 132, y: 196, rx: 44, ry: 32, color: grey(34), soft: 0.5 });
  canvas.draw({ x: 228, y: 190, rx: 16, ry: 12, color: grey(28), soft: 0.5 });
  canvas.draw({ x: 118 - out, y: 250, rx: 50, ry: 15, color: grey(158), soft: 0.5, angle: 4 });
  canvas.draw({ x: 134 - out, y: 318, rx: 68, ry: 17, color: grey(176), soft: 0.4, angle: 16 });
  canvas.draw({ x: 216, y: 282, rx: 20, ry: 58, color: grey(160), soft: 0.4, angle: 12 });
  for (let i = 0; i < 5; i++) {
    canvas.draw({
      x: 96 + i * 17 - out,
      y: 272,
      rx: 9,
      ry: 17,
      color: grey(222),
      power: 2.8,
      soft: 0.25,
      angle: i === 0 ? 22 : 4,
    });
    canvas.draw({
      x: 100 + i * 17 - out,
      y: 298,
      rx: 9,
      ry: 15,
      color: grey(214),
      power: 2.8,
      soft: 0.25,
      angle: i === 0 ? -16 : -3,
    });
  }
  for (let i = 0; i < 4; i++)
    canvas.draw({
      x: 300 + i * 4,
      y: 268 + i * 42,
      rx: 30,
      ry: 17,
      color: grey(142),
      power: 3,
      soft: 0.3,
      angle: 6,
    });
  for (let i = 0; i < 6; i++)
    canvas.draw({
      x: 58 - out + i * 0.5,
      y: 196 + i * 27,
      rx: 10,
      ry: 16,
      color: grey(52),
      soft: 0.9,
      alpha: 0.8,
    });
  canvas.grain(6);
  return canvas;
}
