/** An Admin compares what is served with this version, built again, by keyboard, and with a version in which rows differ. */
import { copyVersion } from '../../services/analysis/whatif/testing/version-copy.ts';
import { startServer } from '../testing/server.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, signIn, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';

const t = createTranslator('en', 'analysis');

test('an Admin compares with this version, which differs nowhere, and removes the comparison', async ({
  as,
}) => {
  const page = await as('admin', { at: '/analysis/whatif' });

  await test.step('the page teaches the command for other versions', async () => {
    await expect(page.getByText('npm run archline -- replay --with <folder>')).toBeVisible();
  });

  await test.step('by keyboard', async () => {
    const compare = page.getByRole('button', { name: t('whatif.run') });
    await compare.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: t('whatif.cancel') })).toBeVisible();
    await expect(compare).toBeDisabled();
    const rows = page.getByRole('group', { name: t('whatif.rows') });
    await expect(rows.getByRole('row', { name: /caseList/ })).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText(t('whatif.noDifference')).first()).toBeVisible();
  });

  await test.step('on a phone it fits, and the comparison is removed', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFitsWindow(page);
    await page.getByRole('button', { name: t('whatif.remove') }).click();
    await expect(page.getByRole('heading', { name: t('whatif.runs') })).toBeHidden();
  });
});

test('rows of a version with a changed projection part at an event that opens in the log', async ({
  browser,
}) => {
  const version = copyVersion();
  version.change('projections/caseList/row.ts', 'wearDue: wearDueOf(s)', 'wearDue: !wearDueOf(s)');
  const server = await startServer({ env: { WHATIF_VERSIONS: `next=${version.folder}` } });
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', locale: 'en-GB' });
  await context.addCookies([{ name: 'lang', value: 'en', url: server.url }]);
  const page = await context.newPage();
  await signIn(page, 'admin');
  await openLivePage(page, '/analysis/whatif');
  await page.getByRole('button', { name: t('whatif.run') }).click();
  const row = page.getByRole('group', { name: t('whatif.rows') }).getByRole('row', { name: /caseList/ });
  await expect(row).toBeVisible();
  const first = page
    .getByRole('listitem')
    .filter({ hasText: t('log.type.CaseCreated') })
    .first();
  await expect(first.getByRole('cell', { name: 'wearDue' })).toBeVisible();
  await first.getByRole('link', { name: t('log.type.CaseCreated') }).click();
  await page.waitForURL(/\/analysis\/log\?event=\w+-0/);
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.close();
  await server.stop();
  version.remove();
});
