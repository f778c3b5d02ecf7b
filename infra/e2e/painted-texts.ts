/** Texts of a page with everything that their contrast depends on. */
import type { Page } from 'playwright';
import { type Behind, type KeepsBackgrounds, keepBackgrounds, type StyledLayer } from './backgrounds.ts';
import type { PaintedText, Rgba } from './contrast.ts';

/** A text's colours, and whether something else than backgrounds of elements may be behind it. */
export type FoundText = PaintedText & { isUnsure: boolean };

/** Where a page keeps the elements of each kind of text that was found. */
export type KeepsTexts = { archlineTexts?: Map<string, Element[]> };

/** A text with colours as in CSS, of any colour space. */
type StyledText = Omit<FoundText, 'colour' | 'layers' | 'others'> & {
  colour: string;
  layers: readonly StyledLayer[];
  others: readonly (readonly StyledLayer[])[];
};

/**
 * Keeps the visible texts within a selector's elements, or of the whole page, by kind.
 * @returns the kinds: each a `StyledText` as JSON
 */
function keepTexts(within: string | null): string[] {
  // Cast: a global of the page.
  const { archlineBehind: behindOf } = window as KeepsBackgrounds;
  if (!behindOf) throw new Error('the page does not know its backgrounds');
  const modal = document.querySelector(':modal');
  const isInert = (element: Element) =>
    element.closest('[inert]') !== null || (modal !== null && !modal.contains(element));
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const painted = [...document.body.querySelectorAll('*')]
    .filter(element => behindOf(element).isPainted && isShown(element))
    .map(element => ({ element, box: element.getBoundingClientRect() }));
  /** Backgrounds of elements that are no ancestors, and overlap a text. */
  const othersOf = (element: Element, text: DOMRect) =>
    painted
      .filter(
        ({ element: other, box }) =>
          box.left < text.right &&
          box.right > text.left &&
          box.top < text.bottom &&
          box.bottom > text.top &&
          !other.contains(element),
      )
      .map(({ element: other }) => behindOf(other));
  /** The page's canvas has the background of these, also beyond their boxes. */
  const isCanvas = (ground: Element) => ground === document.body || ground === document.documentElement;
  /** Whether the text leaves the ground's box and is seen there, for example because it is moved or too long. */
  const isBeside = (text: DOMRect, ground: Element): boolean => {
    if (isCanvas(ground) || getComputedStyle(ground).overflow !== 'visible') return false;
    const all = ground.getBoundingClientRect();
    // The outer quarters of a line's height have hardly any ink.
    const quarter = text.height / 4;
    const isHigher = text.top + quarter < all.top || text.bottom - quarter > all.bottom;
    return isHigher || text.left < all.left - 1 || text.right > all.right + 1;
  };
  /** Whether the ground may not be behind the whole text, or not alone. */
  const isUnsureAt = (text: DOMRect, { ground, isMoved, isPictured }: Behind): boolean => {
    if (isPictured || !ground) return isPictured || isMoved;
    return isBeside(text, ground) || (isMoved && ground.querySelector('img, canvas, video') !== null);
  };
  const found = new Map<string, Element[]>();
  const keep = (element: Element | null, box: () => DOMRect) => {
    if (!element || element.closest(':disabled, [aria-disabled="true"], option')) return;
    const behind = behindOf(element);
    if (behind.isClipped || !isShown(element) || isInert(element)) return;
    const { color: colour, fontSize, fontWeight } = getComputedStyle(element);
    const size = { sizePx: Number.parseFloat(fontSize), weight: Number(fontWeight) };
    const text = box();
    const beside = othersOf(element, text);
    const others = [...new Set(beside.map(({ layers }) => layers))];
    const isMixed = beside.length > 0 && (behind.isFaded || beside.some(one => one.isPictured));
    const isUnsure = isMixed || isUnsureAt(text, behind);
    const kind = JSON.stringify({ colour, ...size, layers: behind.layers, others, isUnsure });
    found.set(kind, [...(found.get(kind) ?? []), element]);
  };
  // A control's value is no text of the page.
  const withoutValue = ['hidden', 'range', 'color', 'checkbox', 'radio', 'image', 'file'];
  const inputs = `input${withoutValue.map(type => `:not([type="${type}"])`).join('')}`;
  const range = document.createRange();
  for (const root of within === null ? [document.body] : document.querySelectorAll(within)) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.nodeValue?.trim()) continue;
      range.selectNodeContents(text);
      keep(text.parentElement, () => range.getBoundingClientRect());
    }
    for (const control of root.querySelectorAll(`${inputs}, select, textarea`))
      keep(control, () => control.getBoundingClientRect());
  }
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
 * Finds the visible texts, one of each kind by its colours and size. The page keeps the elements of each kind.
 * @param within selector of the elements that are searched; null: the whole page
 * @returns the texts by their kind
 */
export async function findPaintedTexts(
  page: Page,
  within: string | null,
): Promise<ReadonlyMap<string, FoundText>> {
  await page.evaluate(keepBackgrounds);
  const kinds = await page.evaluate(keepTexts, within);
  const styled = kinds.map((kind): StyledText => JSON.parse(kind));
  const coloursOf = ({ colour, layers, others }: StyledText) => [
    colour,
    ...[layers, ...others].flat().map(({ background }) => background),
  ];
  const names = [...new Set(styled.flatMap(coloursOf))];
  const drawn = await drawnColours(page, names);
  const rgbaOf = new Map(names.map((name, i) => [name, drawn[i]]));
  const rgba = (name: string): Rgba => rgbaOf.get(name) ?? [0, 0, 0, 0];
  const paintedOf = (layers: readonly StyledLayer[]) =>
    layers.map(({ background, opacity }) => ({ background: rgba(background), opacity }));
  const painted = ({ colour, layers, others, ...rest }: StyledText): FoundText => ({
    ...rest,
    colour: rgba(colour),
    layers: paintedOf(layers),
    others: others.map(paintedOf),
  });
  return new Map(styled.map((text, i) => [kinds[i] ?? '', painted(text)]));
}
