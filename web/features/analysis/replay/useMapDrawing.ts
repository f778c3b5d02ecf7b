/** Keeps the canvases of a map drawn: after a change of size, theme or choice, and in each frame of the player. */
import { type RefObject, useEffect, useState } from 'react';
import { GONE, type Track } from '#events/analysis/track.ts';
import type { Status } from '#events/case/status.ts';
import { createCanvasShader, createDotPainter } from './dot-painter.ts';
import { edgeKey, stationCode } from './map-edges.ts';
import type { MapLayout } from './map-layout.ts';

import { fitCanvas, paintMap } from './map-painter.ts';
import { type MapPalette, readMapPalette } from './palette.ts';
import type { ReplayPlayer } from './replay-player.ts';
import type { WaitBandStarts } from './wait-bands.ts';

export type MapCanvases = {
  map: RefObject<HTMLCanvasElement | null>;
  dots: RefObject<HTMLCanvasElement | null>;
  probe: RefObject<HTMLElement | null>;
};

/** The palette of the current theme; null until the page is in the browser. */
function usePalette(probe: RefObject<HTMLElement | null>): MapPalette | null {
  const [palette, setPalette] = useState<MapPalette | null>(null);
  useEffect(() => {
    const read = () => probe.current && setPalette(readMapPalette(probe.current));
    read();
    const watch = new MutationObserver(read);
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', read);
    return () => {
      watch.disconnect();
      scheme.removeEventListener('change', read);
    };
  }, [probe]);
  return palette;
}

/** Share of each edge in the moves of a track, 0 to 1; the most used edge has 1. */
export function trafficShareByEdge(track: Track): ReadonlyMap<number, number> {
  const { froms, tos } = track.moves(0, track.moveCount);
  const counts = new Map<number, number>();
  for (let i = 0; i < froms.length; i++) {
    const key = edgeKey(stationCode(froms[i] ?? GONE), stationCode(tos[i] ?? GONE));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = Math.max(1, ...counts.values());
  return new Map([...counts].map(([key, count]) => [key, count / most]));
}

type Drawing = {
  player: ReplayPlayer;
  layout: MapLayout | null;
  bandStarts: WaitBandStarts;
  traffic: ReadonlyMap<number, number>;
  chosen: Status | null;
};

export function useMapDrawing(
  canvases: MapCanvases,
  { player, layout, bandStarts, traffic, chosen }: Drawing,
): void {
  const palette = usePalette(canvases.probe);
  const { map, dots } = canvases;
  useEffect(() => {
    const [canvas, context] = [map.current, map.current?.getContext('2d')];
    if (!canvas || !context || !layout || !palette) return;
    const density = devicePixelRatio;
    fitCanvas(canvas, layout, density);
    paintMap(context, layout, { palette, density, traffic, chosen });
  }, [map, layout, palette, traffic, chosen]);
  useEffect(() => {
    const canvas = dots.current;
    const shader = canvas && palette && createCanvasShader(canvas, palette);
    if (!canvas || !shader || !layout) return;
    const density = devicePixelRatio;
    fitCanvas(canvas, layout, density);
    player.scene().resize(layout);
    const paint = createDotPainter({ shader, scene: player.scene, bandStarts, map: layout, density });
    player.redraw();
    return player.onFrame((now, { at }) => paint(now, at));
  }, [dots, layout, palette, player, bandStarts]);
}
