/** Runs axe in a page. Its script is injected once per page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { hasEnoughContrast } from './contrast.ts';
import { countCrampedTargets, type KeepsTargets } from './cramped-targets.ts';
import { findPaintedTexts, type KeepsTexts } from './painted-texts.ts';

/** The minified script, which a page parses in half the time. */
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Options = {
  /** Also checks two best-practice rules: the heading outline and the names of landmarks. */
  outline?: boolean;
  /** Also checks all best-practice rules. */
  bestPractice?: boolean;
  /** CSS selector of the element to check. Default: the whole document. */
  within?: string;
  /** Runs every rule on every element, also where a cheaper check has proved that there is no violation. */
  isWhole?: boolean;
};

/** WCAG 2.0 A to 2.2 AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Without parsing all styles and media first, which only experimental rules and those about sound look at. */
const lean: RunOptions = { resultTypes: ['violations'], preload: false };

/** Waits until transitions have ended, because colours are intermediate during a theme change. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    // Trap: Chromium may list a finished transition until its element is styled again, which may be never.
    const running = () =>
      document.getAnimations().filter(one => one instanceof CSSTransition && one.playState !== 'finished');
    // Trap: a child that inherits a transition starts after its parent, in the next frame.
    for (let moving = running(); moving.length > 0; moving = running()) {
      await Promise.allSettled(moving.map(one => one.finished));
      await new Promise(drawn => requestAnimationFrame(drawn));
    }
  });

/** The two rules that compare elements with their neighbours, which takes three quarters of axe's time. */
const slowRules = ['color-contrast', 'target-size'];

/** The elements that a run looks at: those of a selector, or those that the page keeps; null: the whole document. */
type Where = string | null | { texts: readonly string[]; targets: boolean };

/** Runs axe. @returns one line for each violation, with its first element */
async function runAxe(page: Page, where: Where, run: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  return page.evaluate(
    async ({ where, run }) => {
      // Cast: globals of the page.
      const own = window as unknown as { axe: typeof axe } & KeepsTexts & KeepsTargets;
      const kept = ({ texts, targets }: { texts: readonly string[]; targets: boolean }) => [
        ...texts.flatMap(kind => own.archlineTexts?.get(kind) ?? []),
        ...(targets ? (own.archlineTargets ?? []) : []),
      ];
      const context = typeof where === 'string' ? where : where ? { include: kept(where) } : document;
      const { violations } = await own.axe.run(context, run);
      return violations.map(v => `${v.id} (${v.nodes.length}) ${v.nodes[0]?.target.join(' ')}`);
    },
    { where, run },
  );
}

/** Kinds of texts that are not proved to have enough contrast. */
async function findUnsureTexts(page: Page, within: string | null): Promise<string[]> {
  const found = await findPaintedTexts(page, within);
  return [...found].flatMap(([kind, text]) => (text.isUnsure || !hasEnoughContrast(text) ? [kind] : []));
}

/** Runs the slow rules on the elements that could violate them. */
async function runSlowRules(page: Page, within: string | null): Promise<string[]> {
  const texts = await findUnsureTexts(page, within);
  const targets = (await countCrampedTargets(page, within)) > 0;
  if (texts.length === 0 && !targets) return [];
  return runAxe(page, { texts, targets }, { runOnly: { type: 'rule', values: slowRules }, ...lean });
}

/**
 * Runs axe on the page after its transitions have ended. Returns one line for each violation, with its first
 * element.
 */
export async function findAxeViolations(page: Page, options: Options = {}): Promise<string[]> {
  const { bestPractice = false, outline = bestPractice, within = null, isWhole = false } = options;
  const rules = Object.fromEntries([
    ...['heading-order', 'landmark-unique'].map(rule => [rule, { enabled: outline }]),
    ...slowRules.map(rule => [rule, { enabled: isWhole }]),
  ]);
  const runOnly = bestPractice ? [...wcag, 'best-practice'] : wcag;
  await settle(page);
  const found = await runAxe(page, within, { runOnly, rules, ...lean });
  return isWhole ? found : [...found, ...(await runSlowRules(page, within))];
}

/** Finds texts with too little contrast, for a page in its other theme. Returns one line, with the first element. */
export async function findPaleTexts(page: Page): Promise<string[]> {
  await settle(page);
  const texts = await findUnsureTexts(page, null);
  if (texts.length === 0) return [];
  const run: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, ...lean };
  return runAxe(page, { texts, targets: false }, run);
}
