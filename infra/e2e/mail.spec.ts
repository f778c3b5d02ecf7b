/** Messages by mail: confirming an address with the code from a letter, and choosing the messages. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

const message = createTranslator('en', 'message');
const mail = (key: string, values?: Record<string, string>) => message(`mail.${key}`, values);
const error = createTranslator('en', 'error');
const email = 'doctor.two@clinic.example';

/** Newest letter in the folder, as a mail program shows it. */
async function newest(letters: string) {
  const names = (await readdir(letters)).filter(name => name.endsWith('.eml'));
  const files = await Promise.all(
    names.map(async name => ({ name, at: (await stat(join(letters, name))).mtimeMs })),
  );
  const [last] = files.sort((a, b) => b.at - a.at);
  return simpleParser(await readFile(join(letters, last?.name ?? '')));
}

test('confirms an address with the code from its letter; the choice of messages is kept, and removed with the address', async ({
  as,
  letters,
}) => {
  const page = await as('doctor2', { at: '/userMessage' });
  await page.getByRole('link', { name: mail('tab') }).click();
  const address = page.getByRole('textbox', { name: mail('email') });
  await address.fill('doctor.two');
  await address.press('Enter');
  await expect(page.getByText(error('issue.email-format'))).toBeVisible();
  await address.fill(email);
  await address.press('Enter');

  const code = page.getByRole('textbox', { name: mail('code') });
  await expect(code).toBeFocused();
  const letter = await newest(letters);
  expect([letter.to].flat()[0]?.text).toBe(email);
  const [digits = ''] = /\d{6}/.exec(letter.text ?? '') ?? [];
  await code.fill(digits.replace(/\d$/, last => String((Number(last) + 1) % 10)));
  await code.press('Enter');
  await expect(page.getByText(error('103015'))).toBeVisible();
  await code.fill(digits);
  await code.press('Enter');

  const plans = page.getByRole('checkbox', { name: mail('topic.plan') });
  // Waits for the confirmation: before it, no address exists to send to.
  await expect(plans).toBeEnabled();
  await plans.press('Space');
  await expect(page.getByText(mail('saved'), { exact: true })).toBeVisible();
  await page.reload();
  await expect(plans).toBeChecked();
  await expect(page.getByText(mail('to', { email }))).toBeVisible();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);

  await page.getByRole('button', { name: mail('remove') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: mail('remove') })
    .click();
  await expect(address).toHaveValue('doctor2@example.com');
});
