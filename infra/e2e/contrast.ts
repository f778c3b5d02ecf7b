/**
 * Contrast of texts, computed from the backgrounds of their ancestors in a tenth of axe's time. Only axe knows the stack of
 * elements at each text, so this says which texts certainly have enough contrast, and axe decides on the others.
 */

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** An element's background, and the opacity of the element with all its content. */
export type PaintLayer = { background: Rgba; opacity: number };

/** A text with the layers of its ancestors, outermost first, and its own element's last. */
export type PaintedText = {
  colour: Rgba;
  sizePx: number;
  weight: number;
  layers: readonly PaintLayer[];
  /** The layers of each other element that overlaps the text, and may be behind it instead. */
  others?: readonly (readonly PaintLayer[])[];
};

const canvas: Rgba = [255, 255, 255, 1];

/** Draws a colour over an opaque one. */
const over = ([r, g, b, alpha]: Rgba, below: Rgba, opacity = 1): Rgba => {
  const mixed = (above: number, under: number) => under + (above - under) * alpha * opacity;
  return [mixed(r, below[0]), mixed(g, below[1]), mixed(b, below[2]), 1];
};

/** Opaque colours of a text and of what is behind it, after the opacity of every group. */
function paint(
  colour: Rgba,
  [layer, ...inner]: readonly PaintLayer[],
  below: Rgba,
): { text: Rgba; background: Rgba } {
  if (!layer) return { text: over(colour, below), background: below };
  const { text, background } = paint(colour, inner, over(layer.background, below));
  return { text: over(text, below, layer.opacity), background: over(background, below, layer.opacity) };
}

/** Relative luminance of an opaque colour, from 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(colour: Rgba): number {
  const [r = 0, g = 0, b = 0] = colour.map(channel => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of a text with what is behind it, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf({ colour, layers }: PaintedText): number {
  const { text, background } = paint(colour, layers, canvas);
  const [a, b] = [luminance(text), luminance(background)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Whether 3:1 suffices: from 18 points, or from 14 points in bold (WCAG 2.2, "large scale text"). */
const isLarge = ({ sizePx, weight }: PaintedText) => sizePx >= 24 || (sizePx >= 18.66 && weight >= 700);

/** Whether a text has the contrast that WCAG 2.2 AA demands (1.4.3), whichever of the elements is behind it. */
export const hasEnoughContrast = (text: PaintedText): boolean =>
  [text.layers, ...(text.others ?? [])].every(
    layers => contrastOf({ ...text, layers }) >= (isLarge(text) ? 3 : 4.5),
  );
