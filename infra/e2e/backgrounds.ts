/** Backgrounds behind the elements of a page: those of their ancestors. */
import type { PaintLayer } from './contrast.ts';

/** A layer with its colour as in CSS, of any colour space. */
export type StyledLayer = Omit<PaintLayer, 'background'> & { background: string };

/** The layers behind an element's texts, down to its nearest opaque ancestor, the ground. */
export type Behind = {
  layers: readonly StyledLayer[];
  ground?: Element;
  /** Something between the element and the ground is positioned, or has a picture as background. */
  isMoved: boolean;
  isPictured: boolean;
  /** Clipped, because it is only for screen readers. */
  isClipped: boolean;
  /** The element or an ancestor is not opaque as a group. */
  isFaded: boolean;
  /** The element itself has a background. */
  isPainted: boolean;
};

/** Global of the page with the function that finds an element's backgrounds. */
export type KeepsBackgrounds = { archlineBehind?: (element: Element | null) => Behind };

/** Keeps a function that knows each element's backgrounds as they are now. Runs in the page. */
export function keepBackgrounds(): void {
  const clear = 'rgba(0, 0, 0, 0)';
  const nothing = { isMoved: false, isPictured: false, isClipped: false, isFaded: false, isPainted: false };
  const known = new Map<Element, Behind>();
  const behindOf = (element: Element | null): Behind => {
    if (!element) return { layers: [], ...nothing };
    const before = known.get(element);
    if (before) return before;
    const outer = behindOf(element.parentElement);
    const style = getComputedStyle(element);
    const layer = { background: style.backgroundColor, opacity: Number(style.opacity) };
    const isClear = layer.background === clear && layer.opacity === 1;
    const isPicture =
      style.backgroundImage !== 'none' || style.mixBlendMode !== 'normal' || style.textShadow !== 'none';
    const isGround = !isPicture && !/^rgba|\//.test(layer.background);
    const made: Behind = {
      layers: isClear ? outer.layers : [...outer.layers, layer],
      ground: isGround ? element : outer.ground,
      isMoved: !isGround && (outer.isMoved || /absolute|fixed/.test(style.position)),
      isPictured: isPicture || (!isGround && outer.isPictured),
      isClipped: outer.isClipped || style.clip !== 'auto' || style.clipPath === 'inset(50%)',
      isFaded: outer.isFaded || layer.opacity < 1,
      isPainted: layer.background !== clear,
    };
    known.set(element, made);
    return made;
  };
  // Cast: a global of the page.
  (window as KeepsBackgrounds).archlineBehind = behindOf;
}
