/** Tests of printed pages. */
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const archive = createTranslator('en', 'archive');
const completed = 24;

test('prints only the overview of a case under its name, and restores the page afterwards', async ({
  as,
  serverUrl,
}) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', completed);
  const page = await as('doctor', { at: null });
  // Without a printer, the print dialog would block.
  await page.addInitScript(() => Object.assign(globalThis, { print: () => undefined }));
  await openLivePage(page, `/caseDetail?id=${caseId}`);
  const overview = page.getByRole('region', { name: archive('title') });
  const print = page.getByRole('button', { name: archive('print') });
  await print.click();
  await page.emulateMedia({ media: 'print' });
  await expect(overview).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(caseId);
  await expect(print).toBeHidden();
  const others = page.locator('main section[id]:not(#archiving)');
  await expect.poll(() => others.count()).toBeGreaterThan(3);
  for (const other of await others.all()) await expect(other).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  for (const other of await others.all()) await expect(other).toBeVisible();
});
