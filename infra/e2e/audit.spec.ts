/**
 * An Admin finds in the audit what an expert did, opens the entry and exports the list, which the audit records too.
 */
import { readFile } from 'node:fs/promises';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';

const audit = createTranslator('en', 'audit');

test('an Admin filters the audit, opens an entry and exports, and is recorded for it', async ({
  as,
  serverUrl,
}) => {
  const expert = await signIn(serverUrl, 'expert');
  for (const hidden of [true, false]) expect((await expert.post('/api/eye', { hidden })).http).toBe(200);

  const page = await as('admin', { at: '/backOffice?section=audit' });
  const entries = page.getByRole('table', { name: audit('section') });
  const dialog = page.getByRole('dialog');

  await test.step('filters by kind and person', async () => {
    await page
      .getByRole('combobox', { name: audit('kindLabel') })
      .selectOption({ label: audit('kind.reveal') });
    await page.getByRole('combobox', { name: audit('person') }).fill('陈立');
    await page.getByRole('option', { name: '陈立' }).click();
    await page.waitForURL(/kind=reveal.*person=/);
    await expect(entries.getByRole('row')).toHaveCount(2);
    await expect(entries.getByRole('row').nth(1)).toContainText('陈立');
  });

  await test.step('opens an entry by keyboard, and its address opens it again', async () => {
    await entries.getByRole('link', { name: audit('act.EyeOpened') }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(audit('act.EyeOpened'));
    await page.reload();
    await expect(dialog.getByRole('link', { name: '陈立', exact: true })).toHaveAttribute(
      'href',
      /section=people&id=/,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsWindow(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectFitsWindow(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('exports the filtered entries', async () => {
    await page.getByRole('button', { name: audit('export.open') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: audit('export.csv') }).click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${audit('act.EyeOpened')},陈立`);
  });

  await test.step('the own look and the export stand in it', async () => {
    await page.goto('/backOffice?section=audit&kind=audit');
    await expect(entries.getByRole('link', { name: audit('act.AuditExported') })).toBeVisible();
    const looks = entries.getByRole('row').filter({ hasText: audit('act.AuditRead') });
    await expect(looks.filter({ hasText: '陈立' }).first()).toBeVisible();
  });
});

// Nobody else reads a case of this number, which would be an entry.
test('an address without entries says how to go on, in Chinese', async ({ as }) => {
  const page = await as('admin', { lang: 'zh-CN', at: '/backOffice?section=audit&case=NOBODY' });
  const words = createTranslator('zh-CN', 'audit');
  await expect(page.getByText(words('emptyFilter'))).toBeVisible();
  await page.getByRole('link', { name: words('clear') }).click();
  await expect(page.getByRole('table', { name: words('section') })).toBeVisible();
});
