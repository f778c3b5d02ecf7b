/** From an empty installation to a colleague who is signed in: the first start, second factors, an invitation, its mail. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { simpleParser } from 'mailparser';
import { totpCodeAt } from '../../services/people/totp.ts';
import { startServer } from '../testing/server.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

const auth = createTranslator('en', 'auth');
const factor = createTranslator('en', 'factor');
const people = createTranslator('en', 'people');
const positions = createTranslator('en', 'case');

const password = 'rain4umbrella';

/** The link in the only mail of the server's folder. */
async function mailedLink(dataDir: string): Promise<string> {
  const dir = join(dataDir, 'mail');
  let link = '';
  await expect(async () => {
    const [name = ''] = (await readdir(dir)).filter(file => file.endsWith('.eml'));
    const { text = '' } = await simpleParser(await readFile(join(dir, name)));
    [link = ''] = /http:\S+\/invitation\?token=\S+/.exec(text) ?? [];
    expect(link).not.toBe('');
  }).toPass();
  return link;
}

/** Sets up the second factor that Admins and a laboratory's staff must have. */
async function setUpApp(page: Page): Promise<void> {
  await page.locator('input[name="oldPassword"]').fill(password);
  await page.getByRole('button', { name: factor('app') }).click();
  const secret = (await page.locator('input[name="secret"]').getAttribute('value')) ?? '';
  await page.getByRole('textbox', { name: factor('code') }).fill(totpCodeAt(secret, Date.now()));
  await page.getByRole('button', { name: factor('finish') }).click();
  await page.getByRole('link', { name: factor('done.go') }).click();
}

test('the link of a first start leads to an Admin, who invites a technician by mail', async ({ browser }) => {
  const server = await startServer({ env: { DEMO: '0', STAFF_SECOND_FACTOR: '1' } });
  const open: BrowserContext[] = [];
  const newPage = async () => {
    const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
    open.push(context);
    return context.newPage();
  };
  try {
    const admin = await newPage();
    await admin.goto(await server.prints(/http:\S+\/firstStart\?token=\S+/));
    await admin.getByRole('textbox', { name: auth('firstStart.nameZh') }).fill('仁和口腔');
    await admin.getByRole('textbox', { name: auth('firstStart.nameEn') }).fill('Renhe Dental');
    await admin.locator('input[name="name"]').fill('孙晓');
    await admin.getByRole('textbox', { name: auth('userName') }).fill('founder');
    await admin.getByRole('textbox', { name: auth('password'), exact: true }).fill(password);
    await admin.getByRole('textbox', { name: auth('passwordAgain') }).fill('rain5umbrella');
    await admin.getByRole('button', { name: auth('firstStart.create') }).click();
    await expect(admin.getByText('The passwords do not match')).toBeVisible();
    await admin.getByRole('textbox', { name: auth('password'), exact: true }).fill(password);
    await admin.getByRole('textbox', { name: auth('passwordAgain') }).fill(password);
    await admin.getByRole('button', { name: auth('firstStart.create') }).click();
    await setUpApp(admin);
    await admin.waitForURL(/backOffice\?section=people/);
    await expect(admin.getByRole('link', { name: '孙晓' })).toBeVisible();

    await admin
      .getByRole('button', { name: people('invite.open') })
      .first()
      .click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('textbox', { name: people('name') }).fill('周涛');
    await dialog.getByRole('textbox', { name: people('email') }).fill('zhou@clinic.example');
    await dialog.getByRole('combobox', { name: people('position') }).selectOption('Technician');
    await dialog.getByRole('button', { name: people('invite.send') }).click();
    await expect(dialog).toBeHidden();

    const invited = await newPage();
    await invited.goto(await mailedLink(server.dataDir));
    await invited.getByRole('textbox', { name: auth('userName') }).fill('zhoutao');
    await invited.getByRole('textbox', { name: auth('password'), exact: true }).fill(password);
    await invited.getByRole('textbox', { name: auth('passwordAgain') }).fill(password);
    await invited.getByRole('button', { name: auth('invitation.create') }).click();
    await setUpApp(invited);
    await invited.waitForURL(/workbench/);

    await admin.reload();
    const row = admin.getByRole('row').filter({ hasText: 'zhoutao' });
    await expect(row).toContainText(positions('position.Technician'));
  } finally {
    for (const context of open) await context.close();
    await server.stop();
  }
});

test('an Admin opens a person from the list by keyboard', async ({ as }) => {
  const page = await as('admin', { at: '/backOffice?section=people' });
  await expect(page.getByRole('link', { name: '李文清' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/section=people&id=p-/);
  await expect(page.getByRole('heading', { name: 'Amelia Hart' })).toBeVisible();
});
