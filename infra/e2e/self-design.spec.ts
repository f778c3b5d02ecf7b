/** The self-designers' organisation: its navigation, its contact window, and the steps of own cases. */
import type { Page } from '@playwright/test';
import { Status } from '#events/case/status.ts';
import { demoPassword } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const shell = createTranslator('en', 'shell');
const cases = createTranslator('en', 'case');

/** A client of the API in the page's browser. */
async function signedIn(page: Page, userName: string) {
  const body = { userName, password: demoPassword };
  const { data } = await (await page.request.post('/api/login', { data: body })).json();
  const headers = { Authorization: data.token };
  return {
    get: async (path: string) => (await (await page.request.get(path, { headers })).json()).data,
    post: async (path: string, body: object) =>
      (await page.request.post(path, { headers, data: body })).status(),
  };
}

test('self-designers have their own navigation and a contact window that moves by keyboard', async ({
  as,
}) => {
  const page = await as('designer', { at: null });
  await openLivePage(page, '/caseList');
  const bar = page.getByRole('navigation', { name: shell('navigation') }).first();
  await expect(bar.getByRole('link', { name: shell('nav.caseList') })).toBeVisible();
  await expect(bar.getByRole('link', { name: shell('nav.home'), exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: '林可' }).press('Enter');
  await page.getByRole('menuitem', { name: shell('menu.contact') }).press('Enter');
  const contact = page.getByRole('dialog', { name: shell('contact.title') });
  await expect(contact.getByRole('img', { name: shell('contact.scan') })).toBeVisible();
  const before = await contact.boundingBox();
  await contact.press('Alt+ArrowLeft');
  await expect.poll(async () => (await contact.boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  await contact.press('Escape');
  await expect(contact).toHaveCount(0);
});

test('a self-designer’s own plan waits for the own approval once the expert has approved it', async ({
  as,
}) => {
  const page = await as('designer', { at: null });
  const [designer, expert] = [await signedIn(page, 'designer'), await signedIn(page, 'expert')];
  const { items } = await designer.get('/api/cases?size=100');
  const { caseId } = items.find((item: { status: Status }) => item.status === Status.PlanAwaitingExpert);
  await openLivePage(page, `/caseDetail?id=${caseId}`);
  await expect(page.getByText(cases('status.14')).first()).toBeVisible();
  expect(await expert.post(`/api/cases/${caseId}/actions/qualityAudit`, { result: 'approved' })).toBe(200);
  await expect(page.getByText(cases('status.15')).first()).toBeVisible();
  const { header } = await designer.get(`/api/cases/${caseId}`);
  expect(header.actions).toContain('confirmDoctor');
});
