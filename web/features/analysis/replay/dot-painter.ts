/** Draws the dots of a scene in every frame: with WebGL, or on a plain canvas in a browser without it. */
import { createDotShader, type DotShader, type Rgb } from './dot-shader.ts';
import type { MapLayout } from './map-layout.ts';
import type { MapPalette } from './palette.ts';
import type { ReplayScene } from './scene.ts';
import { type WaitBandStarts, waitBand } from './wait-bands.ts';

/** Radius of a dot in units of the spacing of its seats; neighbours are 1.6 units apart. */
const dotShare = 0.78;
const smallestRadius = 0.7;
/** Radius of a flying dot, in units of the largest spacing. */
const flyingShare = 0.7;
/** Number of dots of a trail, each smaller and fainter than the one before it. */
const trailDots = 6;
const trailOpacity = 0.32;

/** The interface of the WebGL shader on a 2D canvas: slower, with the same picture. */
function createPlainShader(context: CanvasRenderingContext2D, palette: MapPalette): DotShader {
  let dots: [x: number, y: number, radius: number, colour: number, opacity: number][] = [];
  return {
    add: (...dot) => void dots.push(dot),
    draw: ({ width, height }, density) => {
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, width, height);
      for (const [x, y, radius, colour, opacity] of dots) {
        context.globalAlpha = opacity;
        context.fillStyle = palette.bands[colour] ?? 'gray';
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
      }
      dots = [];
    },
  };
}

/** Returns null if the canvas cannot be drawn on at all. */
export function createCanvasShader(canvas: HTMLCanvasElement, palette: MapPalette): DotShader | null {
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: true });
  if (gl) return createDotShader(gl, palette.bandNumbers satisfies readonly Rgb[]);
  const context = canvas.getContext('2d');
  return context && createPlainShader(context, palette);
}

type DotParts = {
  shader: DotShader;
  scene: () => ReplayScene;
  bandStarts: WaitBandStarts;
  map: MapLayout;
  density: number;
};

/** Returns a function that draws a frame. `now`: time of the frame in ms; `at`: the moment in ms since 1970. */
export function createDotPainter({ shader, scene, bandStarts, map, density }: DotParts) {
  const radii = new Float32Array(256);
  return (now: number, at: number): void => {
    const shown = scene();
    const { statusOf, since } = shown.seating;
    for (const status of map.stations.keys())
      radii[status] = Math.max(smallestRadius, shown.spacing(status) * dotShare);
    const flyingRadius = flyingShare * shown.widest;
    const bandOf = (i: number) => waitBand(bandStarts, statusOf[i] ?? 0, at - (since[i] ?? at));
    shown.visitTrails(now, (x0, y0, x1, y1, i) => {
      const band = bandOf(i);
      for (let n = 0; n < trailDots; n++) {
        const share = n / trailDots;
        const radius = flyingRadius * (0.35 + 0.6 * share);
        shader.add(x0 + share * (x1 - x0), y0 + share * (y1 - y0), radius, band, trailOpacity * share);
      }
    });
    shown.visit(now, (x, y, i, flying, bundle) => {
      const radius = flying ? flyingRadius : (radii[statusOf[i] ?? 0] ?? 0) * (bundle > 1 ? 1.02 : 1);
      shader.add(x, y, radius, bandOf(i), 1);
    });
    shader.draw(map, density);
  };
}
