/** Runs axe in a page. Its script is injected once per page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** The minified script, which a page parses in half the time. */
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Options = {
  /** Also checks two best-practice rules: the heading outline and the names of landmarks. */
  outline?: boolean;
  /** Also checks all best-practice rules. */
  bestPractice?: boolean;
  /** Checks only the colour rules, which are the only ones that depend on the theme. */
  colours?: boolean;
  /** CSS selector of the element to check. Default: the whole document. */
  within?: string;
};

/** WCAG 2.0 A to 2.2 AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Without parsing all styles and media first, which only experimental rules and those about sound look at. */
const lean: RunOptions = { resultTypes: ['violations'], preload: false };

const aboutColours = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on the page after its transitions have ended. Returns one line for each violation, with its first
 * element.
 */
export async function findAxeViolations(page: Page, options: Options = {}): Promise<string[]> {
  const { bestPractice = false, outline = bestPractice, within = null } = options;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  const rules = { 'heading-order': { enabled: outline }, 'landmark-unique': { enabled: outline } };
  const runOnly = bestPractice ? [...wcag, 'best-practice'] : wcag;
  const run: RunOptions = options.colours
    ? { runOnly: { type: 'rule', values: aboutColours }, ...lean }
    : { runOnly, rules, ...lean };
  return page.evaluate(
    async ({ within, run }) => {
      // Trap: Chromium may list a finished transition until its element is styled again, which may be never.
      const running = () =>
        document.getAnimations().filter(one => one instanceof CSSTransition && one.playState !== 'finished');
      // Colours are intermediate during a theme change. Trap: a child that inherits a transition starts after
      // its parent, in the next frame.
      for (let moving = running(); moving.length > 0; moving = running()) {
        await Promise.allSettled(moving.map(one => one.finished));
        await new Promise(drawn => requestAnimationFrame(drawn));
      }
      // Cast: axe is a global of the page.
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        within ?? document,
        run,
      );
      return violations.map(v => `${v.id} (${v.nodes.length}) ${v.nodes[0]?.target.join(' ')}`);
    },
    { within, run },
  );
}
