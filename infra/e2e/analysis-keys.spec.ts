/** An analyst makes a key for notebooks by keyboard, reads a table with it, and revokes it. */
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';

const t = createTranslator('en', 'analysis');

test('an analyst makes a key, reads with it, and revokes it', async ({ as }) => {
  const page = await as('analyst', { at: '/analysis/data' });
  const name = `notebook ${Date.now().toString(36)}`;
  const dialog = page.getByRole('dialog');
  let key = '';

  await test.step('the key is shown once', async () => {
    const make = page.getByRole('button', { name: t('keys.make') });
    await make.first().press('Enter');
    await dialog.getByRole('textbox', { name: t('keys.name') }).fill(name);
    await page.keyboard.press('Control+Enter');
    const shown = dialog.getByRole('textbox', { name: t('keys.key'), exact: true });
    await expect(shown).toHaveValue(/^alk_/);
    key = await shown.inputValue();
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await dialog.getByRole('button', { name: t('keys.kept') }).press('Enter');
    await expect(dialog).toBeHidden();
    expect(await page.content()).not.toContain(key);
  });

  const read = (path: string) =>
    fetch(new URL(path, page.url()), { headers: { Authorization: `Bearer ${key}` } });

  await test.step('it reads a table, and nothing else', async () => {
    const answer = await read('/api/analysis/tables/stays/stays.parquet');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1');
    expect((await read('/api/cases')).status).toBe(401);
  });

  await test.step('the cells name this server, and fit a phone', async () => {
    await page.getByRole('tab', { name: 'DuckDB' }).click();
    await expect(page.getByRole('tabpanel')).toContainText(new URL(page.url()).origin);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFitsWindow(page);
  });

  await test.step('revoked, it reads nothing', async () => {
    await page.reload();
    const line = page.getByRole('listitem').filter({ hasText: name });
    await expect(line).not.toContainText(t('keys.unused'));
    await line.getByRole('button').press('Enter');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('keys.revoke') })
      .press('Enter');
    await expect(line).toBeHidden();
    expect((await read('/api/analysis')).status).toBe(401);
  });
});
