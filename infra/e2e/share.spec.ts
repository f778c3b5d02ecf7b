/**
 * A link to a plan: created by the doctor, opened on a phone without a session, and closed within five
 * seconds of its end.
 */
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { takeAction, uploadFile } from '../actors/http.ts';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { signIn as call } from '../testing/client.ts';
import { createTinyPlan } from '../testing/generate/plan.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { createCaseInDesign } from './case-setup.ts';
import { openClockedPage } from './clocked-page.ts';
import { expect, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';

const share = createTranslator('en', 'share');
const viewer = createTranslator('en', 'viewer');
const shareZh = createTranslator('zh-CN', 'share');

/** Maximum delay until a revoked link closes, in ms by the page's own clock. */
const deadWithin = 5_000;
const phone = { width: 390, height: 844 };

type Planned = { caseId: string; patient: string };

/** Creates a case of the doctor with a submitted plan and its shapes. */
async function planned(url: string): Promise<Planned> {
  const { caseId, doctor, technician } = await createCaseInDesign(url, 'doctor');
  const { data } = await doctor.get<{ sections: { patient: { name: string } } }>(`/api/cases/${caseId}`);
  const files: string[] = [];
  for (const { name, bytes } of await createTinyPlan({ upperStages: 8, lowerStages: 6 }))
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

/** A phone that has never opened the site: no session and no chosen language. */
async function stranger(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled, reducedMotion: 'reduce' });
  return context.newPage();
}

/** Number of colours of the 3D picture; an empty picture has one. */
async function coloursOf(page: Page): Promise<number> {
  const { data } = await sharp(await page.locator('canvas').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colours = new Set<number>();
  for (let i = 0; i + 2 < data.length; i += 3) colours.add(data.readUIntBE(i, 3));
  return colours.size;
}

/** Opens the 3D view and waits for all shapes. */
async function seeIn3d(page: Page): Promise<void> {
  await page.locator('[data-see]').click();
  await expect(page.locator('[data-scene="fine"]')).toBeVisible();
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(50);
}

/** Tests a colleague's link without a script; addresses of other audiences must not open it. */
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

test('a link opens on a phone without a session, reveals nothing about the patient, and closes when revoked', async ({
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
  // The designer's notes are only for treating persons.
  await expect(dialog.getByRole('checkbox', { name: share('stages') })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: share('notes') })).toHaveCount(0);
  await dialog.getByLabel(share('lang')).selectOption('zh-CN');
  await dialog.getByRole('button', { name: share('make') }).click();
  await expect(dialog.getByRole('img', { name: share('qr') })).toBeVisible();
  const open = dialog.getByRole('region', { name: share('openLinks') });
  await expect(open.getByText(share('openedNever'))).toBeVisible();
  const link = await dialog.getByLabel(share('link'), { exact: true }).inputValue();
  expect(await findAxeViolations(doctor, { within: '[role="dialog"]' })).toEqual([]);
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
  // First the language of the link, then the reader's.
  await expect(page.getByRole('heading', { name: shareZh('title.patient') })).toBeVisible();
  const pages = [await page.content()];
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: share('title.patient') })).toBeVisible();
  await expect(page.getByText(share('doubt.patient.proposal'))).toBeVisible();
  await expect(page.getByText('IPR 11-21')).toHaveCount(0);
  pages.push(await page.content());
  expect(pages.filter(text => text.includes(patient) || text.includes(caseId))).toEqual([]);
  expect(sent.filter(cookie => cookie.includes('session'))).toEqual([]);

  expect(await findAxeViolations(page)).toEqual([]);

  await expect(stops(page)).toHaveCount(5);
  const before = await picture(page).getAttribute('src');
  await stops(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(picture(page)).not.toHaveAttribute('src', before ?? '');
  await expectFitsWindow(page);

  await seeIn3d(page);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: viewer('plain.after') }).click();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '8');
  await expectFitsWindow(page);
  expect(faulty).toEqual([]);

  const watched = await openClockedPage(await stranger(browser), link);
  await doctor.reload();
  await expect(section.getByText(/^Opened /)).toBeVisible();
  expect(await findAxeViolations(doctor, { within: '#planLinks' })).toEqual([]);
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

  await test.step('without a script the pictures also change', () =>
    changesWithoutScript(browser, serverUrl, caseId));
});

test('a case number leads each user with access to their own view, with the models in 3D', async ({
  as,
  serverUrl,
}) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 15);
  const open = async (user: string, path: string) => {
    const { token } = await call(serverUrl, user);
    return fetch(serverUrl + path, { headers: { Cookie: `session=${token}` } });
  };
  const view = await open('doctor', `/threeDNew_new/${caseId}`);
  expect(view.url).toBe(`${serverUrl}/eSetThreeDView?id=${caseId}`);
  for (const path of [`/threeDNew_new/${caseId}`, `/showStlView/${caseId}`])
    expect([path, (await open('other', path)).status]).toEqual([path, 404]);

  const doctor = await as('doctor', { at: `/caseDetail?id=${caseId}&section=digitalModel` });
  // A small window, because the processor draws the models.
  await doctor.setViewportSize(phone);
  await doctor.locator('#digitalModel a[href^="/showStlView/"]').first().click();
  await seeIn3d(doctor);
  await expect(doctor.getByText(/\d+\.\d × \d+\.\d × \d+\.\d mm/)).toBeVisible();
  expect(await findAxeViolations(doctor)).toEqual([]);
});
