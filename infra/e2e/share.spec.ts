/** A link to a plan: made by the doctor, opened on a phone without a session, and dead within five seconds of its end. */
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { takeAction, uploadFile } from '../actors/http.ts';
import { demoCaseAt } from '../pictures/open-screen.ts';
import { signIn as call } from '../testing/client.ts';
import { tinyPlan } from '../testing/generate/plan.ts';
import { createTranslator } from '../testing/words.ts';
import { violationsOf } from './axe.ts';
import { inDesign } from './designing.ts';
import { fitsWindow } from './layout.ts';
import { watchedPage } from './watched.ts';
import { expect, test } from './world.ts';

const share = createTranslator('en', 'share');
const viewer = createTranslator('en', 'viewer');
const shareZh = createTranslator('zh-CN', 'share');

/** Promised of a link that was taken back, ms by the page's own clock. */
const deadWithin = 5_000;
const phone = { width: 390, height: 844 };

type Planned = { caseId: string; patient: string };

/** Makes a case of the doctor for which the technician has handed in a plan with its shapes. */
async function planned(url: string): Promise<Planned> {
  const { caseId, doctor, technician } = await inDesign(url, 'doctor');
  const { data } = await doctor.get<{ sections: { patient: { name: string } } }>(`/api/cases/${caseId}`);
  const files: string[] = [];
  for (const { name, bytes } of await tinyPlan({ upperStages: 8, lowerStages: 6 }))
    files.push(await uploadFile(technician, bytes, { caseId, kind: 'plan', filename: name }));
  const patient = data.sections.patient.name;
  const plan = {
    name: `${patient} 1`,
    upperStages: 8,
    lowerStages: 6,
    files,
    instructions: `${patient}: IPR 11-21`,
  };
  await takeAction(technician, caseId, 'submitPlan', plan);
  return { caseId, patient };
}

/** A phone that has never been here: no session, and no language chosen. */
async function stranger(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled, reducedMotion: 'reduce' });
  return context.newPage();
}

/** How many colours the picture in 3D has: one is no picture. */
async function coloursOf(page: Page): Promise<number> {
  const { data } = await sharp(await page.locator('canvas').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colours = new Set<number>();
  for (let i = 0; i + 2 < data.length; i += 3) colours.add(data.readUIntBE(i, 3));
  return colours.size;
}

/** Opens the 3D view, and waits until all of its shapes are there. */
async function seeIn3d(page: Page): Promise<void> {
  await page.locator('[data-see]').click();
  await expect(page.locator('[data-scene="fine"]')).toBeVisible();
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(50);
}

/** A colleague's link, which no other audience's address opens. */
async function changesWithoutScript(browser: Browser, url: string, caseId: string): Promise<void> {
  const doctor = await call(url, 'doctor');
  const { data } = await doctor.post<{ path: string }>(`/api/cases/${caseId}/shares`, { for: 'colleague' });
  const key = data.path.split('/').at(-1) ?? '';
  const page = await stranger(browser, false);
  for (const path of ['threeDNew_new', 'threeDNew_m']) {
    expect((await page.goto(`${url}/${path}/${key}`))?.status()).toBe(200);
    const before = await picture(page).getAttribute('src');
    await stops(page).nth(4).check();
    await expect(picture(page)).not.toHaveAttribute('src', before ?? '');
  }
  for (const path of [`threeDPatientView/${key}`, `showStlView/${key}`, `threeDNew_new/${caseId}`]) {
    expect((await page.goto(`${url}/${path}`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: share('over.unknown.title') })).toBeVisible();
    await expect(page.getByRole('link')).toHaveCount(0);
  }
}

const stops = (page: Page) => page.getByRole('radio');
const picture = (page: Page) => page.getByRole('group', { name: /./ }).locator('img:visible');

test('a link opens on a phone without a session, says nothing of the patient, and dies when it is taken back', async ({
  as,
  browser,
  serverUrl,
}) => {
  const { caseId, patient } = await planned(serverUrl);
  const doctor = await as('doctor', { at: `/caseDetail?id=${caseId}&section=planLinks` });
  const section = doctor.locator('#planLinks');
  await expect(section.getByText(share('empty'))).toBeVisible();
  await section.getByRole('button', { name: /Share version/ }).click();
  const dialog = doctor.getByRole('dialog');
  // What a designer writes is for whoever treats.
  await expect(dialog.getByRole('checkbox', { name: share('stages') })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: share('notes') })).toHaveCount(0);
  await dialog.getByLabel(share('lang')).selectOption('zh-CN');
  await dialog.getByRole('button', { name: share('make') }).click();
  await expect(dialog.getByRole('img', { name: share('qr') })).toBeVisible();
  const open = dialog.getByRole('region', { name: share('openLinks') });
  await expect(open.getByText(share('openedNever'))).toBeVisible();
  const link = await dialog.getByLabel(share('link'), { exact: true }).inputValue();
  expect(await violationsOf(doctor, { within: '[role="dialog"]' })).toEqual([]);
  const download = doctor.waitForEvent('download');
  await dialog.getByRole('button', { name: share('png') }).click();
  expect((await download).suggestedFilename()).toBe('archline-share.png');
  await dialog.getByRole('button', { name: share('done') }).click();

  const page = await stranger(browser);
  const sent: string[] = [];
  const faulty: string[] = [];
  page.on('console', message => message.type() === 'error' && faulty.push(message.text()));
  page.on('request', request => sent.push(request.headers().cookie ?? ''));
  const opened = await page.goto(link);
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer');
  // The link's own language, then the reader's.
  await expect(page.getByRole('heading', { name: shareZh('title.patient') })).toBeVisible();
  const pages = [await page.content()];
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: share('title.patient') })).toBeVisible();
  await expect(page.getByText(share('doubt.patient.proposal'))).toBeVisible();
  await expect(page.getByText('IPR 11-21')).toHaveCount(0);
  pages.push(await page.content());
  expect(pages.filter(text => text.includes(patient) || text.includes(caseId))).toEqual([]);
  expect(sent.filter(cookie => cookie.includes('session'))).toEqual([]);

  expect(await violationsOf(page)).toEqual([]);

  await expect(stops(page)).toHaveCount(5);
  const before = await picture(page).getAttribute('src');
  await stops(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(picture(page)).not.toHaveAttribute('src', before ?? '');
  await fitsWindow(page);

  await seeIn3d(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: viewer('plain.after') }).click();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '8');
  await fitsWindow(page);
  expect(faulty).toEqual([]);

  const watched = await watchedPage(await stranger(browser), link);
  await doctor.reload();
  await expect(section.getByText(/^Opened /)).toBeVisible();
  expect(await violationsOf(doctor, { within: '#planLinks' })).toEqual([]);
  await section.getByRole('button', { name: share('acts', { who: share('for.patient') }) }).click();
  await doctor.getByRole('menuitem', { name: share('revoke') }).click();
  await doctor
    .getByRole('alertdialog')
    .getByRole('button', { name: share('revoke') })
    .click();
  await expect(page.getByRole('heading', { name: share('over.revoked.title') })).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
  await watched.clock.runFor(deadWithin);
  await expect(watched.getByRole('heading', { name: shareZh('over.revoked.title') })).toBeVisible();
  await expect(section.getByText(share('older'), { exact: false })).toBeVisible();
  expect((await page.goto(link))?.status()).toBe(410);

  await test.step('without script the pictures change as well', () =>
    changesWithoutScript(browser, serverUrl, caseId));
});

test('a case’s number leads whoever sees the case to its own view, and its models are seen in 3D', async ({
  as,
  serverUrl,
}) => {
  const caseId = await demoCaseAt(serverUrl, 'doctor', 15);
  const open = async (user: string, path: string) => {
    const { token } = await call(serverUrl, user);
    return fetch(serverUrl + path, { headers: { Cookie: `session=${token}` } });
  };
  const view = await open('doctor', `/threeDNew_new/${caseId}`);
  expect(view.url).toBe(`${serverUrl}/eSetThreeDView?id=${caseId}`);
  for (const path of [`/threeDNew_new/${caseId}`, `/showStlView/${caseId}`])
    expect([path, (await open('other', path)).status]).toEqual([path, 404]);

  const doctor = await as('doctor', { at: `/caseDetail?id=${caseId}&section=digitalModel` });
  // Few pixels: a processor draws the models.
  await doctor.setViewportSize(phone);
  await doctor.locator('#digitalModel a[href^="/showStlView/"]').first().click();
  await seeIn3d(doctor);
  await expect(doctor.getByText(/\d+\.\d × \d+\.\d × \d+\.\d mm/)).toBeVisible();
  expect(await violationsOf(doctor)).toEqual([]);
});
