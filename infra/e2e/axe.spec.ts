/** axe finds nothing (WCAG 2.0 A to 2.2 AA) on any screen, in both languages and both themes. */
import AxeBuilder from '@axe-core/playwright';
import { caseAt, openDialog } from '../pictures/at.ts';
import { screens } from '../pictures/screens.ts';
import { windowOf } from '../testing/browser.ts';
import { expect, test } from './world.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

for (const lang of ['en', 'zh-CN'] as const)
  for (const theme of ['light', 'dark'] as const)
    for (const user of [...new Set(screens.map(s => s.user))])
      test(`axe, ${user ?? 'nobody'}, ${lang}, ${theme}`, async ({ browser, serverUrl }) => {
        const look = { lang, theme, width: 1440, height: 900, ...(user ? { user } : {}) };
        const context = await windowOf(browser, serverUrl, look);
        const found: string[] = [];
        for (const screen of screens.filter(s => s.user === user)) {
          const page = await context.newPage();
          if (screen.phone) await page.setViewportSize({ width: 390, height: 844 });
          const caseId =
            screen.status === undefined ? '' : await caseAt(serverUrl, user ?? '', screen.status);
          await page.goto(serverUrl + screen.path.replace('{case}', caseId), { waitUntil: 'networkidle' });
          if (screen.open) await openDialog(page, screen.open, lang);
          const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
          for (const v of violations)
            found.push(`${screen.name}: ${v.id} (${v.nodes.length}) ${v.nodes[0]?.target.join(' ')}`);
          await page.close();
        }
        await context.close();
        expect(found).toEqual([]);
      });
