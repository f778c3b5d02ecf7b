/** Draws the discs and edges of the map, below its dots. All lengths in CSS px. */
import type { Status } from '#events/case/status.ts';
import type { MapLayout } from './map-layout.ts';
import type { MapPalette } from './palette.ts';

/** Sizes a canvas for the density of the screen, so that it is crisp. */
export function fitCanvas(canvas: HTMLCanvasElement, { width, height }: MapLayout, density: number): void {
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
}

export function paintMap(
  context: CanvasRenderingContext2D,
  map: MapLayout,
  {
    palette,
    density,
    traffic,
    chosen,
  }: {
    palette: MapPalette;
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
