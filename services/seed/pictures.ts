/** Photos and radiographs of patients who do not exist, drawn. */
import type { Slot } from '#events/case/options.ts';
import { type Canvas, createCanvas, type Rgb } from './canvas.ts';
import { crowns, type Jaw, misfit } from './teeth-row.ts';

const [width, height] = [480, 360];
const [cx, cy] = [width / 2, height / 2];

const enamel: Rgb = [240, 233, 218];
const gum: Rgb = [214, 128, 124];
const deep: Rgb = [92, 38, 40];

const looks: readonly { skin: Rgb; hair: Rgb; cloth: Rgb; long: boolean }[] = [
  { skin: [236, 200, 172], hair: [46, 38, 36], cloth: [92, 128, 122], long: true },
  { skin: [228, 186, 154], hair: [34, 31, 33], cloth: [104, 116, 138], long: false },
  { skin: [242, 212, 190], hair: [142, 104, 70], cloth: [150, 112, 104], long: true },
];
const lookOf = (variant: number) =>
  looks[variant % looks.length] ?? { ...looks[0], skin: enamel, hair: deep, cloth: gum, long: true };

const darker = (c: Rgb, share: number): Rgb => [c[0] * share, c[1] * share, c[2] * share];

function head(variant: number): Canvas {
  const canvas = createCanvas(width, height, [222, 228, 225], [188, 199, 195]);
  const { skin, hair, cloth, long } = lookOf(variant);
  if (long) canvas.draw({ x: cx, y: 185, rx: 98, ry: 140, color: hair, power: 2.6, soft: 0.06 });
  canvas.draw({ x: cx, y: 392, rx: 172, ry: 92, color: cloth, power: 2.4, soft: 0.05, light: 0.15 });
  canvas.draw({ x: cx, y: 290, rx: 38, ry: 60, color: darker(skin, 0.88), power: 3, soft: 0.1 });
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
  canvas.draw({ x: cx, y: 200, rx: 12, ry: 8, color: darker(skin, 0.82), soft: 0.9, alpha: 0.7 });
  return canvas;
}

function frontal(variant: number): Canvas {
  const canvas = head(variant);
  canvas.draw({ x: cx, y: 230, rx: 27, ry: 7.5, color: [196, 104, 100], power: 2.2, soft: 0.4 });
  canvas.draw({ x: cx, y: 230, rx: 27, ry: 1.6, color: [132, 62, 62], soft: 0.5 });
  return canvas;
}

function smile(variant: number): Canvas {
  const canvas = head(variant);
  canvas.draw({ x: cx, y: 228, rx: 40, ry: 17, color: [190, 96, 92], power: 2.4, soft: 0.2 });
  canvas.draw({ x: cx, y: 227, rx: 35, ry: 12, color: deep, power: 2.4, soft: 0.12 });
  canvas.draw({ x: cx, y: 223, rx: 31, ry: 8.5, color: enamel, power: 2.6, soft: 0.14 });
  for (const side of [-1, 1]) {
    let x = cx;
    for (let place = 0; place < 4; place++) {
      const wide = (crowns.upper[place]?.[0] ?? 7) * (1 - place * 0.1);
      x += place === 0 ? 0 : side * wide;
      canvas.draw({ x, y: 223, rx: 0.8, ry: 7.5 - place, color: [176, 150, 130], soft: 0.9, alpha: 0.55 });
      if (place === 0) x += side * wide * 0.2;
    }
  }
  return canvas;
}

function profile(variant: number): Canvas {
  const canvas = createCanvas(width, height, [222, 228, 225], [188, 199, 195]);
  const { skin, hair, cloth, long } = lookOf(variant);
  const shade = darker(skin, 0.9);
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

/** One row of teeth as seen from a side; `from` mm along the row stands in the picture's middle. */
function row(canvas: Canvas, variant: number, jaw: Jaw, from: number, scale: number): void {
  const up = jaw === 'upper' ? 1 : -1;
  for (const side of [1, -1] as const) {
    let along = 0;
    for (const [place, [width, , tall]] of crowns[jaw].entries()) {
      const { out, turn } = misfit(variant, jaw, side, place);
      // The arch turns away: what lies farther along it is foreshortened, and darker.
      const away = Math.abs(side * (along + width / 2) - from) / 46;
      const narrow = Math.cos(Math.min(1.35, away * 1.25));
      const x = cx + Math.sin(((side * (along + width / 2) - from) / 46) * 1.12) * 46 * scale * 0.98;
      const half = (width / 2) * scale * narrow;
      const y = cy - up * (tall / 2 - 1.1) * scale * 0.92 - up * out * 2.4;
      const color = darker(enamel, 1 - 0.34 * Math.min(1, away) + out * 0.02);
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

function bite(variant: number, from: number): Canvas {
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

/** An arch from above; the tongue's or palate's side is within it. */
function occlusal(variant: number, jaw: Jaw): Canvas {
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
  for (const side of [1, -1] as const) {
    let along = 0;
    for (const [place, [md, bl]] of crowns[jaw].entries()) {
      const { out, turn } = misfit(variant, jaw, side, place);
      const t = (along + md / 2) / 56;
      const angle = Math.min(1.5, t * 1.9) * (1 - 0.12 * t);
      const radius = 128 + out * 4;
      const [x, y] = [
        cx + side * Math.sin(angle) * radius * 1.08,
        front + down * (128 - Math.cos(angle) * radius) + down * t * t * 96,
      ];
      const degrees = ((side * down * angle * 180) / Math.PI) * 0.92 + turn;
      const [rx, ry] = [(md / 2) * 4.5, (bl / 2) * (place < 3 ? 3.1 : 4)];
      canvas.draw({
        x,
        y,
        rx,
        ry,
        color: enamel,
        angle: degrees,
        power: place < 3 ? 2.4 : 3.2,
        soft: 0.16,
        light: 0.12 * down,
      });
      if (place >= 3) {
        canvas.draw({
          x,
          y,
          rx: rx * 0.62,
          ry: ry * 0.12,
          color: [172, 150, 128],
          angle: degrees,
          soft: 0.9,
          alpha: 0.85,
        });
        if (place > 4)
          canvas.draw({
            x,
            y,
            rx: rx * 0.1,
            ry: ry * 0.6,
            color: [172, 150, 128],
            angle: degrees,
            soft: 0.9,
            alpha: 0.7,
          });
      }
      along += md;
    }
  }
  canvas.grain(2);
  return canvas;
}

const grey = (v: number): Rgb => [v, v, v * 1.02];

function panoramic(variant: number): Canvas {
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
      for (const [place, [md, , tall]] of crowns[jaw].entries()) {
        const { turn } = misfit(variant, jaw, side, place);
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

function lateral(variant: number): Canvas {
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

const drawings: Partial<Record<Slot, (variant: number) => Canvas>> = {
  'face-frontal': frontal,
  'face-smile': smile,
  'face-profile': profile,
  'mouth-frontal': v => bite(v, 0),
  'mouth-right': v => bite(v, -27),
  'mouth-left': v => bite(v, 27),
  'mouth-upper': v => occlusal(v, 'upper'),
  'mouth-lower': v => occlusal(v, 'lower'),
  panoramic,
  lateral,
};

/** A PNG for a photo's or radiograph's slot; `variant` 0 to 2 is another patient. */
export function drawPicture(slot: Slot, variant: number): Buffer {
  const draw = drawings[slot];
  if (!draw) throw new Error(`no picture is drawn for ${slot}`);
  return draw(variant).png();
}
