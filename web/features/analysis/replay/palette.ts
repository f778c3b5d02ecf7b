/** The colours of the map, read from the design tokens of the page. */
import type { Rgb } from './dot-shader.ts';
import { waitBands } from './wait-bands.ts';

export type MapPalette = {
  /** Colour of a dot by the band of its wait. */
  bands: readonly string[];
  /** The same colours as numbers. */
  bandNumbers: readonly Rgb[];
  disc: string;
  discRim: string;
  chosenRim: string;
  edge: string;
};

/** Draws each colour to read its numbers, because CSS writes colours in many ways. */
function numbersOf(colours: readonly string[]): Rgb[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  return colours.map(colour => {
    if (!context) return [0.5, 0.5, 0.5];
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red / 255, green / 255, blue / 255];
  });
}

/**
 * Reads the colours. Trap: a custom property keeps `light-dark()`; only a real property has the resolved colour.
 * @param probe an invisible element on the map
 */
export function readMapPalette(probe: HTMLElement): MapPalette {
  const colourOf = (name: string) => {
    probe.style.setProperty('--probed', `var(--${name})`);
    return getComputedStyle(probe).color;
  };
  const bands = waitBands.map(name => colourOf(`wait-${name}`));
  return {
    bands,
    bandNumbers: numbersOf(bands),
    disc: colourOf('map-disc'),
    discRim: colourOf('map-rim'),
    chosenRim: colourOf('brand'),
    edge: colourOf('map-edge'),
  };
}
