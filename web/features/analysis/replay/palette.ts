/** The colours of the map, read from the design tokens of the page. */
import { type WaitBand, waitBands } from './wait-bands.ts';

export type Palette = {
  /** Colour of a dot by the band of its wait. */
  bands: readonly string[];
  disc: string;
  discRim: string;
  chosenRim: string;
  edge: string;
};

export const bandColour = (palette: Palette, band: WaitBand): string => palette.bands[band] ?? 'gray';

/**
 * Reads the colours. Trap: a custom property keeps `light-dark()`; only a real property has the resolved colour.
 * @param probe an element on the map that nobody sees
 */
export function readPalette(probe: HTMLElement): Palette {
  const colourOf = (name: string) => {
    probe.style.setProperty('--probed', `var(--${name})`);
    return getComputedStyle(probe).color;
  };
  return {
    bands: waitBands.map(name => colourOf(`wait-${name}`)),
    disc: colourOf('map-disc'),
    discRim: colourOf('map-rim'),
    chosenRim: colourOf('brand'),
    edge: colourOf('map-edge'),
  };
}
