/** Draws the map on two canvases: discs and edges once, dots in every frame. All lengths in CSS px. */
import type { Status } from '#events/case/status.ts';
import type { MapLayout } from './map-layout.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './scene.ts';
import { type WaitBand, type WaitLimits, waitBand, waitBands } from './wait-bands.ts';

/** Radius of a dot in units of the spacing of its seats; neighbours are 1.6 units apart. */
const dotShare = 0.78;
const dotRadii = { smallest: 0.7, flying: 2.9 };
/** Sprites of dots are made for radii in steps of this many px. */
const radiusStep = 0.25;

/** Sizes a canvas for the density of the screen, so that it is crisp. */
export function fitCanvas(canvas: HTMLCanvasElement, { width, height }: MapLayout, density: number): void {
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
}

export function paintMap(
  context: CanvasRenderingContext2D,
  map: MapLayout,
  { palette, density, traffic, chosen }: {
    palette: Palette;
    density: number;
    /** Share of the moves on an edge, 0 to 1, by its key: much-used edges are drawn stronger. */
    traffic: ReadonlyMap<number, number>;
    chosen: Status | null;
  },
): void {
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, map.width, map.height);
  context.strokeStyle = palette.edge;
  context.lineCap = 'round';
  for (const [key, { x0, y0, controlX, controlY, x1, y1 }] of map.curves) {
    const share = Math.sqrt(traffic.get(key) ?? 0);
    context.globalAlpha = 0.16 + 0.5 * share;
    context.lineWidth = 0.8 + 2.6 * share;
    context.beginPath();
    context.moveTo(x0, y0);
    context.quadraticCurveTo(controlX, controlY, x1, y1);
    context.stroke();
  }
  context.globalAlpha = 1;
  for (const { status, x, y, radius } of map.stations.values()) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = palette.disc;
    context.fill();
    context.strokeStyle = status === chosen ? palette.chosenRim : palette.discRim;
    context.lineWidth = status === chosen ? 2 : 1;
    context.stroke();
  }
}

/** Pictures of a dot by band and radius, drawn once: copying one is faster than drawing a circle. */
function createSprites(palette: Palette, density: number) {
  const made = new Map<number, HTMLCanvasElement>();
  const draw = (band: WaitBand, radius: number) => {
    const canvas = document.createElement('canvas');
    const size = Math.ceil((radius + 1) * density) * 2;
    canvas.width = size;
    canvas.height = size;
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = palette.bands[band] ?? 'gray';
      context.beginPath();
      context.arc(size / 2, size / 2, radius * density, 0, 2 * Math.PI);
      context.fill();
    }
    return canvas;
  };
  return (band: WaitBand, radius: number): HTMLCanvasElement => {
    const step = Math.max(1, Math.round(radius / radiusStep));
    const key = step * waitBands.length + band;
    const known = made.get(key) ?? draw(band, step * radiusStep);
    made.set(key, known);
    return known;
  };
}

export type DotPainter = {
  /** @param now time of the frame in ms @param at the moment in ms since 1970 */
  paint(now: number, at: number): void;
};

type DotParts = { scene: () => Scene; limits: () => WaitLimits; palette: Palette; density: number; map: MapLayout };

export function createDotPainter(
  context: CanvasRenderingContext2D,
  { scene, limits, palette, density, map }: DotParts,
): DotPainter {
  const spriteOf = createSprites(palette, density);
  const trails = waitBands.map(() => new Float32Array(4 * 1024));
  const trailCounts = new Int32Array(waitBands.length);

  /** A short tail behind each flying dot, one stroke for all of a colour. */
  const paintTrails = () => {
    context.setTransform(density, 0, 0, density, 0, 0);
    context.lineCap = 'round';
    context.lineWidth = dotRadii.flying * 1.3;
    context.globalAlpha = 0.3;
    for (const [band, ends] of trails.entries()) {
      const count = trailCounts[band] ?? 0;
      if (count === 0) continue;
      context.strokeStyle = palette.bands[band] ?? 'gray';
      context.beginPath();
      for (let i = 0; i < count; i++) {
        context.moveTo(ends[4 * i] ?? 0, ends[4 * i + 1] ?? 0);
        context.lineTo(ends[4 * i + 2] ?? 0, ends[4 * i + 3] ?? 0);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
  };

  return {
    paint: (now, at) => {
      const shown = scene();
      const waits = limits();
      const { statusOf, since } = shown.seating;
      const radii = new Map<number, number>();
      const radiusOf = (status: number) => {
        const known = radii.get(status) ?? Math.max(dotRadii.smallest, shown.spacing(status) * dotShare);
        radii.set(status, known);
        return known;
      };
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, map.width * density, map.height * density);
      trailCounts.fill(0);
      shown.visitTrails(now, (x0, y0, x1, y1, i) => {
        const band = waitBand(waits, statusOf[i] ?? 0, at - (since[i] ?? at));
        const count = trailCounts[band] ?? 0;
        if (count >= 1024) return;
        trails[band]?.set([x0, y0, x1, y1], 4 * count);
        trailCounts[band] = count + 1;
      });
      paintTrails();
      shown.visit(now, (x, y, i, flying, bundle) => {
        const status = statusOf[i] ?? 0;
        const band = waitBand(waits, status, at - (since[i] ?? at));
        const radius = flying ? dotRadii.flying : radiusOf(status) * (bundle > 1 ? 1.02 : 1);
        const sprite = spriteOf(band, radius);
        const half = sprite.width / 2;
        context.drawImage(sprite, x * density - half, y * density - half);
      });
    },
  };
}
