/**
 * Targets of the pointer that may be too small (WCAG 2.2, 2.5.8), found in a tenth of axe's time. The other ones certainly have
 * a free square of 24 pixels, or are far enough from every other target. axe decides on these.
 */
import type { Page } from 'playwright';

/** Where a page keeps the targets that were found. */
export type KeepsTargets = { archlineTargets?: Element[] };

/** Elements and roles that axe takes for targets, if the keyboard reaches them. */
const native = [
  'a[href]',
  'button',
  'input',
  'select',
  'textarea',
  'summary',
  'td[tabindex]',
  'th[tabindex]',
];
const roles = [
  ...['button', 'checkbox', 'combobox', 'gridcell', 'link', 'listbox', 'menuitem', 'menuitemcheckbox'],
  ...['menuitemradio', 'option', 'progressbar', 'radio', 'scrollbar', 'searchbox', 'slider', 'spinbutton'],
  ...['switch', 'tab', 'textbox', 'treeitem'],
];
const targetSelector = [...native, ...roles.map(role => `[role="${role}"][tabindex]`)].join(', ');

/** Keeps the cramped targets within a selector's elements, or of the whole page. @returns their number */
function keepTargets({ within, selector }: { within: string | null; selector: string }): number {
  const smallestPx = 24;
  type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
  // axe rounds in the same way.
  const isEnough = (width: number, height: number) => Math.min(width, height) + 0.05 >= smallestPx;
  const modal = document.querySelector(':modal');
  const targets = [...document.querySelectorAll(selector)]
    .filter(element => !element.matches(':disabled, [inert] *') && (modal?.contains(element) ?? true))
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .map(element => ({ element, box: element.getBoundingClientRect() }));
  type Target = (typeof targets)[number];
  const isOver = (one: Box, two: Box) =>
    one.left < two.right && one.right > two.left && one.top < two.bottom && one.bottom > two.top;
  /** Whether a square is free beside, above or below all targets that overlap this one. */
  const isFree = ({ width, height, ...box }: Box & { width: number; height: number }, over: Box[]) =>
    isEnough(Math.min(...over.map(({ left }) => left)) - box.left, height) ||
    isEnough(box.right - Math.max(...over.map(({ right }) => right)), height) ||
    isEnough(width, Math.min(...over.map(({ top }) => top)) - box.top) ||
    isEnough(width, box.bottom - Math.max(...over.map(({ bottom }) => bottom)));
  /** Whether a circle of 24 pixels around a small target touches no other target, nor the circle of another small one. */
  const isFarFrom = ({ box: own }: Target, { box }: Target) => {
    const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
    const [toSide, toTop] = [
      Math.max(box.left - x, 0, x - box.right),
      Math.max(box.top - y, 0, y - box.bottom),
    ];
    const toCentre = Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
    const hasCircle = !isEnough(box.width, box.height);
    return Math.hypot(toSide, toTop) >= smallestPx / 2 && (!hasCircle || toCentre >= smallestPx);
  };
  const isCramped = (target: Target): boolean => {
    const others = targets.filter(({ element }) => element !== target.element);
    const { box, element } = target;
    const over = others.filter(other => isOver(other.box, box) && !other.element.contains(element));
    if (!isEnough(box.width, box.height))
      return over.length > 0 || !others.every(other => isFarFrom(target, other));
    const { left, right, top, bottom, width, height } = box;
    return (
      over.length > 0 &&
      !isFree(
        { left, right, top, bottom, width, height },
        over.map(o => o.box),
      )
    );
  };
  const searched = within === null ? [document.documentElement] : [...document.querySelectorAll(within)];
  // A target that the keyboard does not reach is no violation for axe, but one beside another.
  const isSearched = ({ element }: Target) =>
    !element.matches('[tabindex^="-"]') && searched.some(root => root.contains(element));
  const found = targets.filter(target => isSearched(target) && isCramped(target));
  // Cast: a global of the page.
  (window as KeepsTargets).archlineTargets = found.map(({ element }) => element);
  return found.length;
}

/**
 * Finds targets that may be too small. The page keeps them.
 * @param within selector of the elements that are searched; null: the whole page
 * @returns their number
 */
export const countCrampedTargets = (page: Page, within: string | null): Promise<number> =>
  page.evaluate(keepTargets, { within, selector: targetSelector });
