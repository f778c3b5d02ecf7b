/** Texts of a page with everything that their contrast depends on. */
import type { Page } from 'playwright';
import type { PaintedText, PaintLayer, Rgba } from './contrast.ts';

/** A text's colours, and whether something other than its ancestors' backgrounds may be behind it. */
export type FoundText = PaintedText & { isUnsure: boolean };

/** Where a page keeps the elements of each kind of text that was found. */
export type KeepsTexts = { archlineTexts?: Map<string, Element[]> };

type StyledLayer = Omit<PaintLayer, 'background'> & { background: string };
/** A text with colours as in CSS, of any colour space. */
type StyledText = Omit<FoundText, 'colour' | 'layers'> & { colour: string; layers: readonly StyledLayer[] };

/** The layers behind an element's texts, down to its nearest opaque ancestor, the ground. */
type Behind = {
  layers: readonly StyledLayer[];
  ground?: Element;
  /** Something between the element and the ground is positioned, or has a picture as background. */
  isMoved: boolean;
  isPictured: boolean;
  /** Clipped, because it is only for screen readers. */
  isClipped: boolean;
};

/** Keeps the visible texts of HTML elements in the page, by kind. @returns the kinds: each a `StyledText` as JSON */
function keepTexts(): string[] {
  const known = new Map<Element, Behind>();
  const behindOf = (element: Element | null): Behind => {
    if (!element) return { layers: [], isMoved: false, isPictured: false, isClipped: false };
    const before = known.get(element);
    if (before) return before;
    const outer = behindOf(element.parentElement);
    const style = getComputedStyle(element);
    const layer = { background: style.backgroundColor, opacity: Number(style.opacity) };
    const isClear = layer.background === 'rgba(0, 0, 0, 0)' && layer.opacity === 1;
    const isPicture = style.backgroundImage !== 'none' || style.mixBlendMode !== 'normal';
    const isGround = !isPicture && !/^rgba|\//.test(layer.background);
    const made: Behind = {
      layers: isClear ? outer.layers : [...outer.layers, layer],
      ground: isGround ? element : outer.ground,
      isMoved: !isGround && (outer.isMoved || /absolute|fixed/.test(style.position)),
      isPictured: isPicture || (!isGround && outer.isPictured),
      isClipped: outer.isClipped || style.clip !== 'auto' || style.clipPath !== 'none',
    };
    known.set(element, made);
    return made;
  };
  /** Whether the ground may not be behind the whole element, or not alone. */
  const isUnsureAt = (element: Element, { ground, isMoved, isPictured }: Behind): boolean => {
    if (isPictured || !isMoved || !ground) return isPictured || isMoved;
    const [own, all] = [element.getBoundingClientRect(), ground.getBoundingClientRect()];
    const isBeside =
      own.left < all.left || own.right > all.right || own.top < all.top || own.bottom > all.bottom;
    return isBeside || ground.querySelector('img, canvas, video') !== null;
  };
  const found = new Map<string, Element[]>();
  const keep = (element: Element | null) => {
    if (!(element instanceof HTMLElement)) return;
    if (element.closest(':disabled, [aria-disabled="true"], option')) return;
    const behind = behindOf(element);
    if (behind.isClipped || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      return;
    const { color: colour, fontSize, fontWeight } = getComputedStyle(element);
    const size = { sizePx: Number.parseFloat(fontSize), weight: Number(fontWeight) };
    const { layers } = behind;
    const kind = JSON.stringify({ colour, ...size, layers, isUnsure: isUnsureAt(element, behind) });
    found.set(kind, [...(found.get(kind) ?? []), element]);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.nodeValue?.trim()) keep(text.parentElement);
  // A control's value is no text of the page.
  const withoutValue = ['hidden', 'range', 'color', 'checkbox', 'radio', 'image', 'file'];
  const inputs = `input${withoutValue.map(type => `:not([type="${type}"])`).join('')}`;
  for (const control of document.querySelectorAll(`${inputs}, select, textarea`)) keep(control);
  // Cast: a global of the page.
  (window as KeepsTexts).archlineTexts = found;
  return [...found.keys()];
}

/** Draws colours of CSS, because a style may have colours of any space. @returns them in the same order */
const drawnColours = (page: Page, colours: readonly string[]): Promise<Rgba[]> =>
  page.evaluate(colours => {
    const dot = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    return colours.map((colour): Rgba => {
      if (!dot) throw new Error('the page cannot draw');
      dot.clearRect(0, 0, 1, 1);
      dot.fillStyle = colour;
      dot.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, alpha = 0] = dot.getImageData(0, 0, 1, 1).data;
      return [r, g, b, alpha / 255];
    });
  }, colours);

/**
 * Finds the visible texts of HTML elements, one of each kind by its colours and size. The page keeps the elements of each kind.
 * @returns the texts by their kind
 */
export async function findPaintedTexts(page: Page): Promise<ReadonlyMap<string, FoundText>> {
  const kinds = await page.evaluate(keepTexts);
  const styled = kinds.map((kind): StyledText => JSON.parse(kind));
  const names = [
    ...new Set(styled.flatMap(({ colour, layers }) => [colour, ...layers.map(l => l.background)])),
  ];
  const drawn = await drawnColours(page, names);
  const rgbaOf = new Map(names.map((name, i) => [name, drawn[i]]));
  const rgba = (name: string): Rgba => rgbaOf.get(name) ?? [0, 0, 0, 0];
  const painted = ({ colour, layers, ...rest }: StyledText): FoundText => ({
    ...rest,
    colour: rgba(colour),
    layers: layers.map(({ background, opacity }) => ({ background: rgba(background), opacity })),
  });
  return new Map(styled.map((text, i) => [kinds[i] ?? '', painted(text)]));
}
