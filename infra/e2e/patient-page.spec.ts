/**
 * A patient's own page: created by the clinic, opened on a phone without a session, and kept for use without
 * a network.
 */
import type { Browser, Page } from '@playwright/test';
import { signIn as call } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { openClockedPage } from './clocked-page.ts';
import { openProxy } from './cuttable-proxy.ts';
import { expect, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';
import { findWornCase } from './worn-case.ts';

const wear = createTranslator('en', 'wear');
const share = createTranslator('en', 'share');
const own = createTranslator('en', 'wearPage');
const ownZh = createTranslator('zh-CN', 'wearPage');

const phone = { width: 390, height: 844 };
/** Maximum delay of an update in ms, by the page's own clock. */
const heardWithin = 5_000;

/** A phone that has never opened the site. */
async function stranger(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce' });
  return context.newPage();
}

/** Current aligner on the page, in the arch with more aligners. */
const stageOf = async (page: Page): Promise<number> => {
  const stages = await page.locator('[data-say="stage"]').allTextContents();
  return Math.max(...stages.map(Number));
};

/** True once a service worker has cached the page with its scripts, showing this aligner. */
const isKept = (page: Page, stage: number) =>
  page.evaluate(async said => {
    const kept = await caches.open(`wear ${location.pathname}`);
    const paths = (await kept.keys()).map(request => new URL(request.url).pathname);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const scripts = loaded.filter(path => path.endsWith('.js') && path.startsWith('/assets/'));
    const isAll = scripts.length > 1 && scripts.every(path => paths.includes(path));
    const text = await (await kept.match(location.pathname, { ignoreVary: true }))?.text();
    return navigator.serviceWorker.controller !== null && isAll && text?.includes(`"stage":${said},"on"`);
  }, stage);

test('the clinic hands over a code, the patient reports changes, also without a network, and revoking the link closes the page', async ({
  as,
  browser,
  serverUrl,
}) => {
  const client = await call(serverUrl, 'doctor');
  const caseId = await findWornCase(client);
  // Another test's page of the same case would be shown instead of asking for one.
  const links = `/api/cases/${caseId}/shares`;
  const { data: there } = await client.get<{ items: { id: string; standing: string }[] }>(links);
  for (const { id, standing } of there.items)
    if (standing === 'open') await client.call('DELETE', `${links}/${id}`);
  const { data: seen } = await client.get<{ sections: { patient: { name: string } } }>(
    `/api/cases/${caseId}`,
  );
  const doctor = await as('doctor', { at: `/caseDetail?id=${caseId}&section=wear` });
  const section = doctor.locator('#wear');
  await section.getByRole('button', { name: wear('patientPage') }).press('Enter');
  const dialog = doctor.getByRole('dialog', { name: share('patientPage.title') });
  await dialog.getByRole('button', { name: share('make') }).click();
  await expect(dialog.getByRole('img', { name: share('qr') })).toBeVisible();
  const link = await dialog.getByLabel(share('link'), { exact: true }).inputValue();
  expect(link).toContain('/wearView/');
  expect(await findAxeViolations(doctor, { within: '[role="dialog"]' })).toEqual([]);
  await dialog.getByRole('button', { name: share('done') }).click();

  // A proxy that really cuts the network: Chromium's offline mode lets a request of a reloaded page through.
  const proxy = await openProxy(serverUrl);
  const path = new URL(link).pathname;
  const page = await stranger(browser);
  const faulty: string[] = [];
  page.on('console', message => message.type() === 'error' && faulty.push(message.text()));
  const opened = await page.goto(proxy.url + path);
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByRole('heading', { name: own('title') })).toBeVisible();
  const text = await page.content();
  expect([seen.sections.patient.name, caseId].filter(told => text.includes(told))).toEqual([]);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await findAxeViolations(page)).toEqual([]);
  }
  await expectFitsWindow(page);

  const before = await stageOf(page);
  await page.locator('[data-act="changed"]').click();
  const question = page.getByRole('dialog');
  expect(await findAxeViolations(page)).toEqual([]);
  await question.getByRole('button', { name: own('yes') }).click();
  await expect.poll(() => stageOf(page)).toBe(before + 1);
  await expect(section.getByText(String(before + 1), { exact: true }).first()).toBeVisible();
  // One change a day: no further change is offered.
  await expect(page.locator('[data-act="changed"]')).toBeHidden();
  expect(faulty).toEqual([]);

  await expect.poll(() => isKept(page, before + 1)).toBe(true);
  proxy.cut();
  await page.reload();
  await expect(page.getByText(own('offline'))).toBeVisible();
  await expect.poll(() => stageOf(page)).toBe(before + 1);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.locator('[data-act="missed"]').click();
  await page.getByRole('dialog').getByLabel(own('reason.broken')).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: own('tell') })
    .click();
  await expect(page.getByText(own('said.waits'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(own('said.waits'))).toBeVisible();
  await expect(section.getByRole('button', { name: wear('missed.order') })).toHaveCount(0);
  proxy.mend();
  await expect(page.getByText(own('said.told'))).toBeVisible();
  await expect(section.getByRole('button', { name: wear('missed.order') })).toHaveCount(1);
  expect(await findAxeViolations(doctor, { within: '#wear' })).toEqual([]);
  await section.getByRole('button', { name: wear('missed.order') }).click();
  await expect(section.getByRole('button', { name: wear('missed.order') })).toHaveCount(0);
  await expect(page.getByText(own('said.told'))).toHaveCount(0);

  const watched = await openClockedPage(await stranger(browser), link);
  await section.getByRole('button', { name: wear('patientPage') }).click();
  await dialog.getByRole('button', { name: share('acts', { who: share('for.wear') }) }).click();
  await doctor.getByRole('menuitem', { name: share('revoke') }).click();
  await doctor
    .getByRole('alertdialog')
    .getByRole('button', { name: share('revoke') })
    .click();
  await expect(page.getByRole('heading', { name: share('over.revoked.title') })).toBeVisible();
  await watched.clock.runFor(heardWithin);
  await expect(watched.getByRole('heading', { name: share('over.revoked.title') })).toBeVisible();
  const left = () => page.evaluate(async () => [(await caches.keys()).length, localStorage.length]);
  await expect.poll(left).toEqual([0, 0]);
  expect((await page.goto(proxy.url + path))?.status()).toBe(410);
  proxy.close();
});

test('the page uses its reader’s language, and changes at the clinic’s midnight without a network', async ({
  browser,
  serverUrl,
}) => {
  const client = await call(serverUrl, 'doctor');
  const caseId = await findWornCase(client);
  const made = await client.post<{ path: string }>(`/api/cases/${caseId}/shares`, {
    for: 'wear',
    lang: 'zh-CN',
  });
  const { data } = await client.get<{ calendar: { stage: number; on: string }[]; today: string }>(
    `/api/cases/${caseId}/wear`,
  );
  const page = await stranger(browser);
  await page.goto(serverUrl + made.data.path);
  await expect(page.getByRole('heading', { name: ownZh('title') })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  const next = data.calendar.find(({ on }) => on > data.today);
  // Noon at the clinic.
  await page.clock.setFixedTime(new Date(`${next?.on}T04:00:00Z`));
  await page.context().setOffline(true);
  await expect(page.locator('[data-say="headline"]')).toHaveText(
    ownZh('now.today', { stage: next?.stage ?? 0 }),
  );
});
