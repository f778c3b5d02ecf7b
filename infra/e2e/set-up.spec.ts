/** The set-up list of a new organisation: its first doctor ticks a step off, and hides the list. */
import type { Page } from '@playwright/test';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { readCodeSentTo } from './messages.ts';

const words = createTranslator('en', 'setUp');

/** Registers a trial, which is an organisation of its own, and signs in. */
async function register(page: Page, userName: string, phone: string): Promise<void> {
  const { request } = page;
  await request.post('/api/codes', { data: { purpose: 'register', phone } });
  const code = await readCodeSentTo(page, phone);
  const account = {
    userName,
    password: 'sunny2026',
    name: '赵新',
    phone,
    email: `${userName}@clinic.example`,
  };
  const made = await request.post('/api/register', { data: { code, ...account } });
  expect([made.status(), await made.text()]).toEqual([200, expect.any(String)]);
  const form = { userName, password: account.password };
  await page.context().clearCookies({ name: 'session' });
  expect((await request.post('/login', { form, maxRedirects: 0 })).status()).toBe(303);
}

test('a new organisation’s first doctor ticks a step off, and hides the list for good', async ({
  nobody,
}) => {
  const page = await nobody();
  await register(page, 'setup.first', '13900004477');
  await openLivePage(page, '/workbench');
  const list = page.getByRole('region', { name: words('title') });
  await expect(list.getByRole('img', { name: words('open') })).toHaveCount(4);

  const step = list.getByRole('link', { name: words('step.firstCase') });
  await step.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/addCase/pcEnter');
  await expect(page).toHaveTitle(new RegExp(createTranslator('en', 'shell')('title.wizard')));
  await page.getByRole('button', { name: /Page down/i }).click();
  await page.waitForURL('**/addCase/patientInfoNew*');
  await openLivePage(page, '/workbench');
  await expect(list.getByRole('img', { name: words('done') })).toHaveCount(1);

  await list.getByRole('button', { name: words('dismiss') }).press('Enter');
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(list).toHaveCount(0);
});
