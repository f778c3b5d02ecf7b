/** The own account: sessions in several browsers, the password, and the picture. */
import type { Page } from '@playwright/test';
import { demoPassword, signIn as signInClient } from '../testing/client.ts';
import { createPng, pngOfSize } from '../testing/generate/image.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, signIn, test } from './fixtures.ts';
import { typeInto } from './keys.ts';

const account = createTranslator('en', 'account');
const error = createTranslator('en', 'error');

/** Creates a technician, whose sessions and password no other test uses. */
async function newPerson(serverUrl: string, userName: string): Promise<string> {
  const admin = await signInClient(serverUrl, 'admin');
  const body = { userName, password: demoPassword, name: '周涛', position: 'Technician' };
  expect((await admin.post('/api/users', body)).http).toBe(200);
  return userName;
}
/** Signs in on a fresh sign-in page: the one after an ended session explains it in a dialog. */
async function signInAgain(page: Page, user: string, password?: string): Promise<void> {
  await page.goto('/login');
  await signIn(page, user, password);
}
const onLoginPage = (page: Page) => page.waitForURL(url => url.pathname === '/login');

test('signs out another browser with the password, and then all others: each is on the sign-in page at once', async ({
  as,
  serverUrl,
}) => {
  const user = await newPerson(serverUrl, 'account.sessions');
  const here = await as(user, { at: '/updateUser?tab=security' });
  await expect(here.getByText(account('sessions.only'))).toBeVisible();
  const there = await as(user, { at: '/workbench' });
  await here.reload();
  const rows = here.getByRole('listitem').filter({ hasText: 'Chrome' });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(account('sessions.current'));
  const dialog = here.getByRole('dialog');
  const password = dialog.getByRole('textbox', { name: account('password.old'), exact: true });
  await rows.last().getByRole('button').press('Enter');
  await expect(password).toBeFocused();
  await here.keyboard.type('archline9');
  await here.keyboard.press('Enter');
  await expect(dialog.getByText(error('issue.password-wrong'))).toBeVisible();
  await expect(rows).toHaveCount(2);
  await password.fill(demoPassword);
  const gone = onLoginPage(there);
  await dialog.getByRole('button', { name: account('sessions.end'), exact: true }).click();
  await gone;
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(1);

  await signInAgain(there, user);
  await openLivePage(there, '/workbench');
  const third = await as(user, { at: '/caseList' });
  await here.reload();
  await expect(rows).toHaveCount(3);
  const bothGone = Promise.all([onLoginPage(there), onLoginPage(third)]);
  await here.getByRole('button', { name: account('sessions.endOthers') }).click();
  await password.fill(demoPassword);
  await dialog.getByRole('button', { name: account('sessions.endOthers') }).click();
  await bothGone;
  await expect(here.getByText(account('sessions.only'))).toBeVisible();
  await here.reload();
  await expect(here.getByText(account('sessions.only'))).toBeVisible();
});

test('changes the password by keyboard: its rules, a wrong current one, and the other browser signed out', async ({
  as,
  serverUrl,
}) => {
  const user = await newPerson(serverUrl, 'account.password');
  const page = await as(user, { at: '/updateUser?tab=security' });
  const other = await as(user, { at: '/workbench' });
  const field = (key: string) => page.getByRole('textbox', { name: account(`password.${key}`), exact: true });
  const met = page.getByRole('listitem').filter({ hasText: account('password.met') });
  await typeInto(page, field('old'), 'archline9');
  await typeInto(page, field('new'), 'archline');
  await expect(page.locator('li[data-met]')).toHaveCount(2);
  await typeInto(page, field('new'), 'archline2');
  await typeInto(page, field('again'), 'archline3');
  await page.keyboard.press('Enter');
  await expect(page.getByText(error('issue.passwords-differ'))).toBeVisible();
  await typeInto(page, field('again'), 'archline2');
  await expect(page.locator('li[data-met]')).toHaveCount(4);
  await expect(met.first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(error('issue.password-wrong'))).toBeVisible();
  await field('old').focus();
  await typeInto(page, field('old'), demoPassword);
  const gone = onLoginPage(other);
  await page.keyboard.press('Enter');
  await gone;
  await expect(page.getByText(account('password.saved'))).toBeVisible();
  await expect(field('old')).toHaveValue('');
  await signInAgain(other, user, 'archline2');
});

test('shows a cropped picture to oneself; a PDF and a picture of 20,000 pixels are refused in words', async ({
  as,
  serverUrl,
}) => {
  const user = await newPerson(serverUrl, 'account.picture');
  const page = await as(user, { at: '/updateUser' });
  const choose = page.locator('input[type="file"]');
  const pdf = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7\n') };
  await choose.setInputFiles(pdf);
  await expect(page.getByRole('alert')).toContainText(error('issue.not-image'));
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pngOfSize(20_000, 100) });
  const values = { width: '20000', height: '100', max: '4096' };
  await expect(page.getByRole('alert')).toContainText(error('issue.picture-too-wide', values));

  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: createPng(400, 200) });
  const dialog = page.getByRole('dialog');
  const canvas = dialog.getByRole('img');
  const drawn = () => canvas.evaluate(element => (element as HTMLCanvasElement).toDataURL());
  const whole = await drawn();
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('slider', { name: account('avatar.zoom') }).fill('2');
  expect(await drawn()).not.toBe(whole);
  await dialog.getByRole('button', { name: account('avatar.use') }).click();
  await expect(page.getByText(account('avatar.saved'))).toBeVisible();
  const shown = page.locator('header img[src^="/api/files/"]');
  await expect(shown).toBeVisible();
  await expect(shown).toHaveJSProperty('naturalWidth', 512);
  await page.getByRole('button', { name: account('avatar.remove') }).click();
  await expect(shown).toHaveCount(0);
});

test('changes the name; a new login asks for the password', async ({ as, serverUrl }) => {
  const user = await newPerson(serverUrl, 'account.profile');
  const page = await as(user, { at: '/updateUser' });
  const field = (key: string) => page.getByRole('textbox', { name: account(key), exact: true });
  await field('profile.name').fill('周海');
  await field('profile.userName').fill('technician');
  await field('password.old').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(error('issue.taken'))).toBeVisible();
  await field('profile.userName').fill('account.renamed');
  await page.keyboard.press('Enter');
  await expect(page.getByText(account('profile.saved'))).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('周海');
  await expect(field('password.old')).toHaveCount(0);
});

test('changes the phone with the code that was sent to it, by keyboard', async ({ as, serverUrl }) => {
  const user = await newPerson(serverUrl, 'account.contact');
  const phone = '13900002468';
  const page = await as(user, { at: '/updateUser' });
  await page.getByRole('button', { name: account('contact.change.phone') }).press('Enter');
  const dialog = page.getByRole('dialog');
  const field = (key: string) => dialog.getByRole('textbox', { name: account(key), exact: true });
  await expect(field('contact.new.phone')).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(error('issue.phone-format'))).toBeVisible();
  await expect(field('contact.code')).toBeDisabled();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(account('contact.codeHow', { to: phone }))).toBeVisible();
  await expect(dialog.getByText(/^Another code in \d+ s$/).first()).toBeVisible();
  await expect(field('contact.code')).toBeFocused();
  const demo = await signInClient(serverUrl, user);
  const sent = async () =>
    (await demo.get<{ items: { text: string }[] }>(`/api/demo/messages?to=${phone}`)).data.items[0]?.text ??
    '';
  await expect.poll(sent).toMatch(/\d{6}/);
  const [code = ''] = /\d{6}/.exec(await sent()) ?? [];
  await typeInto(
    page,
    field('contact.code'),
    code.replace(/\d$/, last => String((Number(last) + 1) % 10)),
  );
  await typeInto(page, field('password.old'), demoPassword);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(error('issue.code-wrong'))).toBeVisible();
  await field('contact.code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByText(account('contact.saved.phone'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(phone)).toBeVisible();
});
