/**
 * News, institute, help, versions and downloads without a script, and the back office where they are written.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Client, signIn as signInAs } from '../testing/client.ts';
import { createPng } from '../testing/generate/image.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, signIn, test } from './fixtures.ts';

const [news, back, shell, auth] = [
  createTranslator('en', 'news'),
  createTranslator('en', 'backOffice'),
  createTranslator('en', 'shell'),
  createTranslator('en', 'auth'),
];
const zh = createTranslator('zh-CN', 'news');

type Item = { id: string };
const writing = '/api/backOffice/articles';

/** Publishes an article like the back office does. */
async function written(client: Client, kind: string, body: object): Promise<string> {
  const { data } = await client.post<Item>(writing, { kind });
  const saved = await client.put(`${writing}/${data.id}`, { edition: 0, ...body });
  expect(saved.message).toBe('Success');
  expect((await client.post(`${writing}/${data.id}/publish`)).http).toBe(200);
  return data.id;
}

/** Signs in over the API and opens a page. */
async function openAs(page: Page, url: string, user: string, path: string): Promise<void> {
  const { token } = await signInAs(url, user);
  await page.context().addCookies([{ name: 'session', value: token, url }]);
  await page.goto(path);
}

test('news, help and downloads work without a script, in both languages', async ({ nobody, serverUrl }) => {
  const page = await nobody({ javaScript: false });
  const main = page.getByRole('main');
  const bar = page.getByRole('banner');
  await test.step('news articles', async () => {
    await page.goto('/news');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(news('news.title'));
    await expect(main.getByRole('listitem').first()).toBeVisible();
    const title = (await main.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
    await main.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(await page.locator('script').count()).toBe(0);
    await page.getByRole('button', { name: shell('language.other') }).click();
    await expect(page).toHaveURL(/\/news\/[\w-]+$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Han}/u);
    await page
      .getByRole('link', { name: zh('institute.title') })
      .first()
      .click();
    await expect(page).toHaveURL(/\/institute$/);
    await page.getByRole('button', { name: createTranslator('zh-CN', 'shell')('language.other') }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  await test.step('a downloaded program matches its published hash', async () => {
    await page.goto('/download');
    const program = main.getByRole('listitem').first();
    const hash = await program.locator('code').last().textContent();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      program.getByRole('link', { name: /^Download/ }).click(),
    ]);
    const bytes = await readFile(await file.path());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    expect(file.suggestedFilename()).toBe('read-archive.mjs');
  });

  await test.step('the visitor’s bar leads to the login', async () => {
    await page.goto('/versionLog');
    await expect(bar.getByRole('link', { name: shell('nav.cases'), exact: true })).toHaveCount(0);
    await bar.getByRole('link', { name: auth('signIn') }).click();
    await expect(page).toHaveURL(/\/login\?returnTo=%2FversionLog/);
  });

  const answers = page.locator('details[id^="faq-"]');
  await test.step('help requires a session, finds answers by word, character and pinyin, and passes a question on', async () => {
    await page.goto('/support?q=peidai');
    await expect(page).toHaveURL(/\/login\?returnTo=/);
    await signIn(page, 'doctor');
    await expect(page).toHaveURL(/\/support\?q=peidai$/);
    await expect(answers.first()).toBeVisible();
    const search = main.getByRole('searchbox');
    await search.fill('佩戴多长');
    await search.press('Enter');
    await expect(answers).toHaveCount(1);
    await expect(answers).toHaveAttribute('open', '');
    const question = await answers.getByRole('heading', { level: 3 }).textContent();
    const ask = answers.getByRole('link', { name: news('ask') });
    await expect(ask).toHaveAttribute('href', `/chat?${new URLSearchParams({ text: question ?? '' })}`);
    await search.fill('no such question');
    await search.press('Enter');
    await expect(page.getByText(news('faq.none', { query: 'no such question' }))).toBeVisible();
    const handed = main.getByRole('link', { name: news('ask') }).first();
    await expect(handed).toHaveAttribute('href', '/chat?text=no+such+question');
  });

  await test.step('an answer opens by a press and by its own address', async () => {
    await page.goto('/support');
    const answer = answers.nth(2);
    await expect(answer).not.toHaveAttribute('open');
    await answer.locator('summary').click();
    const link = await answer.getByRole('link', { name: news('faq.link') }).getAttribute('href');
    await page.goto('/news');
    await page.goto(link ?? '');
    await expect(page.locator('details[open]')).toHaveCount(1);
    await expect(answer.getByRole('link', { name: news('faq.link') })).toBeInViewport();
  });

  await test.step('the doctor’s bar has the doctor’s entries, searches and signs out', async () => {
    const wide = await nobody({ javaScript: false });
    await wide.setViewportSize({ width: 1600, height: 900 });
    await openAs(wide, serverUrl, 'doctor', '/versionLog');
    const wideBar = wide.getByRole('banner');
    await expect(wideBar.getByRole('link', { name: shell('nav.retainers') })).toBeVisible();
    await wideBar.getByRole('searchbox').fill('zzzz');
    await wideBar.getByRole('searchbox').press('Enter');
    await expect(wide).toHaveURL(/\/caseList\?q=zzzz$/);
    await wide.goto('/news');
    await wide.locator('header details summary').first().click();
    await wide.getByRole('button', { name: shell('menu.signOut') }).click();
    await expect(wide).toHaveURL(/\/login$/);
  });
});

test('a writer’s input runs no script and loads nothing from other sites', async ({
  nobody,
  as,
  serverUrl,
}) => {
  const client = await signInAs(serverUrl, 'service');
  const body = [
    '<script>window.caught = 1</script>',
    '<img src=x onerror="window.caught = 2">',
    '[a link](javascript:window.caught=3)',
    '![a picture](https://elsewhere.example/x.png)',
    '**bold**',
  ].join('\n\n');
  const id = await written(client, 'news', { texts: { en: { title: '<b>Typed</b>', body }, 'zh-CN': null } });
  const page = await nobody();
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await page.goto(`/news/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>Typed</b>');
  const article = page.getByRole('article');
  await expect(article).toContainText('<script>window.caught = 1</script>');
  await expect(article).toContainText('<img src=x onerror="window.caught = 2">');
  await expect(article.locator('strong')).toHaveText('bold');
  await article.getByText('a link').click();
  expect(await page.evaluate(() => 'caught' in window)).toBe(false);
  expect(asked.filter(url => !url.startsWith(serverUrl))).toEqual([]);
  expect(await article.locator('script, img, iframe, [onerror], [href^="javascript"]').count()).toBe(0);
  // The preview uses the same rules.
  const writer = await as('service', { at: `/backOffice?kind=news&id=${id}` });
  await writer.getByRole('radio', { name: back('preview') }).check();
  await expect(writer.getByText('<script>window.caught = 1</script>')).toBeVisible();
  expect(await writer.evaluate(() => 'caught' in window)).toBe(false);
});

test('an article is written with a picture, published, read, unpublished, deleted and restored', async ({
  as,
  nobody,
}) => {
  const page = await as('service', { at: '/backOffice' });
  await page.getByRole('button', { name: back('new.news') }).click();
  const english = page.getByRole('region', { name: back('language.en') });
  await english.getByLabel(back('field.title')).fill('Written here');
  await english.getByLabel(back('field.body')).fill('First.\n');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    english.getByRole('button', { name: back('picture') }).click(),
  ]);
  await chooser.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: createPng(40, 30) });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: back('insert') }).click();
  await expect(dialog.getByText(createTranslator('en', 'error')('issue.required'))).toBeVisible();
  await dialog.getByRole('textbox').fill('A grey field');
  await dialog.getByRole('button', { name: back('insert') }).click();
  await expect(english.getByLabel(back('field.body'))).toHaveValue(/!\[A grey field\]\(\/api\/articles\//);
  await page.getByRole('radio', { name: back('preview') }).check();
  const shown = page.getByRole('img', { name: 'A grey field' });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
  await page.getByRole('button', { name: back('publish') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: back('saveAndPublish') })
    .click();
  await expect(page.getByText(back('publicity.published'), { exact: true })).toBeVisible();

  const reader = await nobody({ javaScript: false });
  await reader.goto('/news');
  await reader.getByRole('link', { name: 'Written here' }).click();
  await expect(reader.getByRole('img', { name: 'A grey field' })).toBeVisible();
  const address = reader.url();
  await reader.getByRole('button', { name: shell('language.other') }).click();
  await expect(reader.getByText(zh('only.en'))).toBeVisible();

  const more = async (entry: string) => {
    await page.getByRole('button', { name: back('more') }).click();
    await page.getByRole('menuitem', { name: back(entry) }).click();
  };
  await more('withdraw');
  await expect(page.getByText(back('publicity.draft'), { exact: true })).toBeVisible();
  expect((await reader.goto(address))?.status()).toBe(404);
  await more('remove');
  await expect(page).toHaveURL(/\/backOffice\?section=articles&kind=news$/);
  await expect(page.getByRole('table').getByText('Written here')).toBeHidden();
  await page.getByRole('button', { name: back('undo') }).click();
  await expect(page.getByRole('table').getByText('Written here')).toBeVisible();
});

test('keeps a publishing time and names what is missing', async ({ as }) => {
  const page = await as('admin', { at: '/backOffice?kind=faq' });
  await page.getByRole('button', { name: back('new.faq') }).click();
  const english = page.getByRole('region', { name: back('language.en') });
  await english.getByLabel(back('faqField.title')).fill('When?');
  await page.getByRole('button', { name: back('publish') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: back('whenAt') }).check();
  await dialog.getByLabel(back('time')).last().fill('25:00');
  await dialog.getByRole('button', { name: back('saveAndPublish') }).click();
  await expect(dialog.getByText(back('timeWrong'))).toBeVisible();
  await dialog.getByLabel(back('time')).last().fill('23:59');
  await dialog.getByRole('button', { name: back('saveAndPublish') }).click();
  await expect(dialog.getByText(new RegExp(`${back('faqField.body')} \\(English\\)`))).toBeVisible();
  await expect(dialog.getByText(new RegExp(`^${back('field.group')}`))).toBeVisible();
  await dialog.getByRole('button', { name: back('cancel') }).click();
  await english.getByLabel(back('faqField.body')).fill('Then.');
  await page.getByLabel(back('field.group')).selectOption('wear');
  await page.getByRole('button', { name: back('publish') }).click();
  await dialog.getByRole('radio', { name: back('whenAt') }).check();
  const year = dialog.getByRole('spinbutton').first();
  await year.press('ArrowUp');
  await dialog.getByRole('button', { name: back('saveAndPublish') }).click();
  await expect(page.getByText(back('publicity.scheduled'), { exact: true })).toBeVisible();
});

test('leaving unsaved changes asks first, and the slower of two writers is told and loses nothing', async ({
  as,
  serverUrl,
}) => {
  const client = await signInAs(serverUrl, 'service');
  const { data } = await client.post<Item>(writing, { kind: 'institute' });
  const page = await as('supervisor', { at: null });
  await page.setViewportSize({ width: 1600, height: 900 });
  await openLivePage(page, `/backOffice?kind=institute&id=${data.id}`);
  const title = page.getByRole('region', { name: back('language.en') }).getByLabel(back('field.title'));
  await title.fill('Mine');
  // A page drawn by the server leaves the app like any other link.
  await page
    .getByRole('banner')
    .getByRole('link', { name: shell('nav.news'), exact: true })
    .click();
  const asks = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(asks).toContainText(shell('unsaved.text'));
  await asks.getByRole('button', { name: shell('unsaved.stay') }).click();
  await expect(title).toHaveValue('Mine');
  await client.put(`${writing}/${data.id}`, {
    edition: 0,
    texts: { en: { title: 'Theirs', body: '' }, 'zh-CN': null },
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText('Sofia Rossi');
  await expect(title).toHaveValue('Mine');
  await page.getByRole('button', { name: back('keepMine') }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  const kept = await client.get<{ texts: { en: { title: string } } }>(`${writing}/${data.id}`);
  expect(kept.data.texts.en.title).toBe('Mine');
  await page
    .getByRole('banner')
    .getByRole('link', { name: shell('nav.news'), exact: true })
    .click();
  await expect(page).toHaveURL(/\/news$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(news('news.title'));
  await page.goBack();
  await expect(title).toHaveValue('Mine');
});

test('the back office opens from the menu in a new tab', async ({ as }) => {
  const page = await as('service');
  await page.getByRole('banner').getByRole('button').last().click();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: shell('menu.backOffice') }).click(),
  ]);
  await expect(tab).toHaveURL(/\/backOffice$/);
  await expect(tab.getByRole('table')).toBeVisible();
});
