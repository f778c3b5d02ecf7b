/** Budgets of UI.md 4, in bytes as they cross the wire (brotli), and what a page asks for. */

import type { Page } from '@playwright/test';
import { plainPages } from '#web/lib/plain-pages.ts';
import { signIn } from '../testing/client.ts';
import { expect, test } from './world.ts';

const KiB = 1024;

/** The scripts that a page asks for, with their bytes as they cross the wire, cached or not. */
async function scripts(page: Page, path: string): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  page.on('response', response => {
    if (response.request().resourceType() !== 'script') return;
    seen.set(new URL(response.url()).pathname, Number(response.headers()['content-length']));
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return seen;
}

const sum = (files: Map<string, number>) => [...files.values()].reduce((total, bytes) => total + bytes, 0);
const list = (files: Map<string, number>) => [...files].map(([name, bytes]) => `${name} ${bytes}`).join('\n');

test('the sign-in page loads at most 80 KiB of script', async ({ nobody }) => {
  const files = await scripts(await nobody(), '/login');
  expect(sum(files), list(files)).toBeLessThanOrEqual(80 * KiB);
});

test('the workbench loads at most 170 KiB of script, the socket included', async ({ as }) => {
  const page = await as('doctor');
  const files = await scripts(await page.context().newPage(), '/workbench');
  expect(sum(files), list(files)).toBeGreaterThan(50 * KiB);
  expect(sum(files), list(files)).toBeLessThanOrEqual(170 * KiB);
});

for (const [kind, method] of [
  ['clear aligners', 1],
  ['lingual brackets', 2],
] as const)
  test(`the steps of the wizard for ${kind} load at most 120 KiB of script beyond the workbench`, async ({
    as,
    serverUrl,
  }) => {
    const page = await as('doctor');
    const doctor = await signIn(serverUrl, 'doctor');
    const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
    await doctor.put(`/api/cases/${caseId}/prescription`, { method });
    const shell = await scripts(await page.context().newPage(), '/workbench');
    // Each step fetches the others ahead: what one has loaded in the end, all have.
    const filling = await page.context().newPage();
    const wizard = await scripts(filling, `/addCase/pcEnter?id=${caseId}`);
    // A busy machine may rest before it fetches ahead.
    await expect.poll(() => [...wizard.keys()].join()).toContain('dataUploadNew');
    await filling.waitForLoadState('networkidle');
    const beyond = new Map([...wizard].filter(([name]) => !shell.has(name)));
    expect(sum(beyond), list(beyond)).toBeLessThanOrEqual(120 * KiB);
  });

test('a later script fetches no style that the page came with, and the page is not laid out anew for it', async ({
  as,
}) => {
  const page = await as('doctor');
  const faults: string[] = [];
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  const asked: string[] = [];
  page.on('request', request => {
    if (request.resourceType() === 'stylesheet') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/workbench', { waitUntil: 'networkidle' });
  const brought = await page
    .locator('link[rel="stylesheet"][disabled]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')));
  expect(brought.length).toBeGreaterThan(1);
  // The palette is a script of its own.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.waitForLoadState('networkidle');
  expect(asked.filter(path => brought.includes(path))).toEqual([]);
  expect(faults).toEqual([]);
});

for (const path of plainPages.filter(page => page !== '/support'))
  test(`${path} needs no script at all`, async ({ nobody }) => {
    expect([...(await scripts(await nobody(), path)).keys()]).toEqual([]);
  });

test('help needs no script at all', async ({ as }) => {
  expect([...(await scripts(await (await as('doctor')).context().newPage(), '/support')).keys()]).toEqual([]);
});
