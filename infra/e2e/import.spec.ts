/** A department of forty from an Excel workbook: its errors, the import, an acceptance on a phone, the withdrawal. */
import type { Page } from '@playwright/test';
import writeXlsxFile from 'write-excel-file/node';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';
import { findInNewestMessage } from './messages.ts';

const t = createTranslator('zh-CN', 'import');
const people = createTranslator('zh-CN', 'people');
const errors = createTranslator('zh-CN', 'error');
const auth = createTranslator('en', 'auth');

const phone = { width: 390, height: 844 };
const COUNT = 40;
const surnames = [...'赵钱孙李周吴郑王'];
const names = [...'敏静丽强磊'];

type Row = (string | number)[];

/** Every fourth person has a phone and no e-mail. */
const staff = surnames.flatMap((surname, i) =>
  names.map((name, j): Row => {
    const n = i * names.length + j;
    const address = n % 4 === 0 ? ['', 13_900_006_600 + n] : [`import${n}@clinic.example`, ''];
    return [
      `${surname}${name}`,
      n % 2 === 0 ? '医生' : 'Technician',
      ...address,
      n % 8 === 0 ? 'English' : '',
    ];
  }),
);
const headings: Row = ['姓名', '岗位', '邮箱', '手机号', '语言'];

async function workbook(rows: readonly Row[]) {
  const cells = [headings, ...rows].map(row => row.map(value => (value === '' ? null : { value })));
  return {
    name: '正畸科.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeXlsxFile(cells, {}).toBuffer(),
  };
}

const choose = async (page: Page, rows: readonly Row[]) =>
  page.getByLabel(t('file')).setInputFiles(await workbook(rows));

/** The link in the newest text message to a phone, on the page that lists the demo's messages. */
const textedLink = (page: Page, to: string): Promise<string> =>
  findInNewestMessage(page, to, /http:\S+\/invitation\?token=[\w.-]+/);

test('imports a department of forty, of whom one accepts on a phone', async ({ as, nobody }) => {
  const admin = await as('admin', { lang: 'zh-CN', at: '/backOffice?section=people' });
  await admin.getByRole('link', { name: t('open') }).press('Enter');
  await expect(admin.getByRole('heading', { name: t('title') })).toBeVisible();

  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: t('templateXlsx') }).press('Enter');
  expect((await download).suggestedFilename()).toBe(`${t('title')}.xlsx`);

  await choose(admin, staff.with(2, ['孙 9', '院长', 'import1@clinic.example', '', '']));
  await expect(admin.getByText(t('badTitle_other', { count: 1, total: COUNT }))).toBeVisible();
  const bad = admin.getByRole('row').filter({ hasText: '院长' });
  for (const [issue, values] of [
    ['name-letters'],
    ['position-unknown'],
    ['import-repeated', { line: 3 }],
  ] as const)
    await expect(bad).toContainText(errors(`issue.${issue}`, values));
  const confirm = admin.getByRole('button', { name: t('confirm_other', { count: COUNT }) });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');

  await admin.getByRole('button', { name: t('other') }).press('Enter');
  await choose(admin, staff);
  await expect(admin.getByText(t('ready', { mail: 30, sms: 10 }))).toBeVisible();
  await expect(admin.getByRole('row')).toHaveCount(COUNT + 1);
  await confirm.press('Enter');
  await admin.waitForURL(/kind=import&id=/);
  await expect(admin.getByText(t('sending', { done: COUNT, count: COUNT }))).toBeVisible();

  const invited = await nobody();
  await invited.setViewportSize(phone);
  await invited.goto(await textedLink(invited, '13900006600'));
  await expect(invited.getByRole('textbox', { name: auth('name'), exact: true })).toHaveValue('赵敏');
  await invited.getByRole('textbox', { name: auth('userName') }).fill('zhao.min');
  await invited.getByRole('textbox', { name: auth('password'), exact: true }).fill('rain4umbrella');
  await invited.getByRole('textbox', { name: auth('passwordAgain') }).fill('rain4umbrella');
  await invited.getByRole('button', { name: auth('invitation.create') }).click();
  await invited.waitForURL(/workbench/);
  // The link has confirmed the phone.
  await invited.goto('/updateUser');
  await expect(invited.getByText('13900006600')).toBeVisible();

  await admin.reload();
  await admin.getByRole('button', { name: t('withdraw') }).press('Enter');
  const dialog = admin.getByRole('alertdialog');
  await expect(dialog).toContainText(t('withdrawTitle_other', { count: COUNT - 1 }));
  await dialog.getByRole('button', { name: t('withdrawConfirm') }).press('Enter');
  await expect(admin.getByText(t('allDone'))).toBeVisible();
});

test('invites one person by text message on a phone', async ({ as, nobody }) => {
  const admin = await as('admin', { lang: 'zh-CN', at: null });
  await admin.setViewportSize(phone);
  await admin.goto('/backOffice?section=people&kind=invited');
  await admin
    .getByRole('button', { name: people('invite.open') })
    .first()
    .click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('radio', { name: people('invite.channels.sms') }).check();
  await dialog.getByRole('textbox', { name: people('name') }).fill('钱敏');
  await dialog.getByRole('textbox', { name: people('phone') }).fill('0755-8888 1111');
  await dialog.getByRole('combobox', { name: people('position') }).selectOption('Technician');
  await dialog.getByRole('button', { name: people('invite.send') }).click();
  await expect(dialog.getByText(errors('issue.phone-mobile'))).toBeVisible();
  await dialog.getByRole('textbox', { name: people('phone') }).fill('13900006700');
  await dialog.getByRole('button', { name: people('invite.send') }).click();
  await expect(dialog).toBeHidden();
  const invited = await nobody({ lang: 'zh-CN' });
  const link = await textedLink(invited, '13900006700');
  await admin.getByRole('button', { name: people('actsFor', { name: '钱敏' }) }).click();
  await admin.getByRole('menuitem', { name: people('invite.withdraw') }).click();
  await expect(admin.getByText(people('invite.withdrawn', { name: '钱敏' }))).toBeVisible();
  await invited.goto(link);
  await expect(invited.getByRole('textbox')).toHaveCount(0);
});
