/** Runs axe in a page. Its script is injected once per page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { hasEnoughContrast } from './contrast.ts';
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

/** Runs axe on an element, or on the found texts of some kinds. @returns one line for each violation, with its first element */
async function runAxe(
  page: Page,
  where: { within: string | null } | { texts: readonly string[] },
  run: RunOptions,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  return page.evaluate(
    async ({ where, run }) => {
      // Cast: globals of the page.
      const own = window as unknown as { axe: typeof axe } & KeepsTexts;
      const elementsOf = (kind: string) => own.archlineTexts?.get(kind) ?? [];
      const context =
        'texts' in where ? { include: where.texts.flatMap(elementsOf) } : (where.within ?? document);
      const { violations } = await own.axe.run(context, run);
      return violations.map(v => `${v.id} (${v.nodes.length}) ${v.nodes[0]?.target.join(' ')}`);
    },
    { where, run },
  );
}

/**
 * Runs axe on the page after its transitions have ended. Returns one line for each violation, with its first
 * element.
 */
export async function findAxeViolations(page: Page, options: Options = {}): Promise<string[]> {
  const { bestPractice = false, outline = bestPractice, within = null } = options;
  const rules = { 'heading-order': { enabled: outline }, 'landmark-unique': { enabled: outline } };
  const runOnly = bestPractice ? [...wcag, 'best-practice'] : wcag;
  await settle(page);
  return runAxe(page, { within }, { runOnly, rules, ...lean });
}

/**
 * Finds texts with too little contrast, for a page in its other theme: axe's rule, but only on texts that could violate it.
 * Returns one line, with the first element.
 */
export async function findPaleTexts(page: Page): Promise<string[]> {
  await settle(page);
  const found = await findPaintedTexts(page);
  const texts = [...found].flatMap(([kind, text]) =>
    text.isUnsure || !hasEnoughContrast(text) ? [kind] : [],
  );
  if (texts.length === 0) return [];
  return runAxe(page, { texts }, { runOnly: { type: 'rule', values: ['color-contrast'] }, ...lean });
}
