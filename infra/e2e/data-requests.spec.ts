/** A patient erased by two people, and a copy for a patient, each in two browsers. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { draftCase } from '../actors/http.ts';
import { signIn as clientOf } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const words = createTranslator('en', 'dataRequest');
const chinese = createTranslator('zh-CN', 'dataRequest');
const texts = createTranslator('en', 'case');
const message = createTranslator('en', 'message');
const error = createTranslator('en', 'error');

/** The worker looks for requests every five seconds. */
const carriedOut = { timeout: 30_000 };

test('a patient is erased by two people: asked by the doctor by keyboard, confirmed by an Admin', async ({
  as,
  serverUrl,
}) => {
  const client = await clientOf(serverUrl, 'doctor');
  const caseId = await draftCase(client);
  const [doctor, admin] = [
    await as('doctor', { at: `/caseDetail?id=${caseId}` }),
    await as('admin', { at: `/caseDetail?id=${caseId}` }),
  ];
  const heading = doctor.getByRole('heading', { level: 1 });
  const name = ((await heading.textContent()) ?? '').replace(caseId, '').trim();
  expect(name).not.toBe('');

  await doctor.getByRole('button', { name: words('menu') }).press('Enter');
  await doctor.getByRole('menuitem', { name: words('ask.erasure') }).press('Enter');
  const asking = doctor.getByRole('dialog');
  await expect(asking.getByText(words('keep.always'))).toBeVisible();
  await expect(asking.getByText(caseId)).toBeVisible();
  expect(await findAxeViolations(doctor)).toEqual([]);
  await asking.getByRole('textbox', { name: words('reason') }).fill('Asked in writing on 27 November');
  await asking.getByRole('textbox', { name: words('typed') }).fill('somebody else');
  await doctor.keyboard.press('Control+Enter');
  await expect(asking.getByText(error('issue.not-the-patient'))).toBeVisible();
  await asking.getByRole('textbox', { name: words('typed') }).fill(name);
  await doctor.keyboard.press('Control+Enter');
  await expect(asking.getByText(error('issue.required'))).toBeVisible();
  await asking.getByRole('checkbox').check();
  await doctor.keyboard.press('Control+Enter');
  await expect(asking).toBeHidden();

  // The case tells both at once, and the Admin has a message.
  const banner = /has asked to erase this patient/;
  await expect(doctor.getByText(banner)).toBeVisible();
  await expect(admin.getByText(banner)).toBeVisible();
  await admin.goto('/userMessage');
  const told = message('account.DataRequested', { who: '' }).trim();
  await expect(admin.getByText(told).first()).toBeVisible();

  await admin.goto('/updateUser?tab=requests');
  const row = admin.getByRole('listitem').filter({ hasText: caseId });
  await row.getByRole('button', { name: words('confirmDots') }).click();
  const confirming = admin.getByRole('alertdialog');
  await expect(confirming.getByText('Asked in writing on 27 November')).toBeVisible();
  expect(await findAxeViolations(admin)).toEqual([]);
  await confirming.getByRole('textbox', { name: words('typed') }).fill(caseId);
  await confirming.getByRole('button', { name: words('confirm'), exact: true }).click();
  await expect(confirming).toBeHidden();

  // The open page of the doctor follows over its socket.
  await expect(doctor.getByText(texts('case.erased'), { exact: true })).toBeVisible(carriedOut);
  await expect(heading).not.toContainText(name);
  await expect(row.getByText(/Erased on/)).toBeVisible(carriedOut);
  await expect(doctor.getByRole('button', { name: words('menu') })).toBeHidden();
});

test('a copy for a patient is confirmed, made, and downloaded by its asker, on a phone in Chinese', async ({
  as,
  serverUrl,
}) => {
  const client = await clientOf(serverUrl, 'doctor');
  const caseId = await draftCase(client);
  const doctor = await as('doctor', { at: `/caseDetail?id=${caseId}`, lang: 'zh-CN' });
  await doctor.setViewportSize({ width: 390, height: 844 });
  await doctor.getByRole('button', { name: chinese('menu') }).click();
  await doctor.getByRole('menuitem', { name: chinese('ask.copy') }).click();
  const asking = doctor.getByRole('dialog');
  await asking.getByRole('textbox', { name: chinese('reason') }).fill('患者书面提出');
  await asking.getByRole('button', { name: chinese('submit.copy') }).click();
  await expect(asking).toBeHidden();

  const admin = await as('admin', { at: '/updateUser?tab=requests' });
  const row = admin.getByRole('listitem').filter({ hasText: caseId });
  await row.getByRole('button', { name: words('confirmDots') }).click();
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: words('confirm'), exact: true })
    .click();
  await expect(admin.getByRole('alertdialog')).toBeHidden();

  await doctor.goto('/updateUser?tab=requests');
  const own = doctor.getByRole('listitem').filter({ hasText: caseId });
  const link = own.getByRole('link', { name: chinese('download') });
  await expect(link).toBeVisible(carriedOut);
  expect(await findAxeViolations(doctor)).toEqual([]);
  const width = await doctor.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  const [download] = await Promise.all([doctor.waitForEvent('download'), link.click()]);
  const entries = unzipSync(await readFile(await download.path()));
  const page = Buffer.from(entries['index.html'] ?? []).toString();
  expect(page).toContain(chinese('copy.contents'));
  expect(Object.keys(entries)).toContain('data.json');
  // The Admin confirmed it and does not get it.
  await expect(row.getByRole('link', { name: words('download') })).toBeHidden();
  await own.getByRole('button', { name: chinese('deleteCopy') }).click();
  await expect(link).toBeHidden();
});
