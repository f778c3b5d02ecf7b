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
    const wizard = await scripts(await page.context().newPage(), `/addCase/pcEnter?id=${caseId}`);
    const beyond = new Map([...wizard].filter(([name]) => !shell.has(name)));
    expect([...beyond.keys()].join()).toContain('dataUploadNew');
    expect(sum(beyond), list(beyond)).toBeLessThanOrEqual(120 * KiB);
  });

for (const path of plainPages.filter(page => page !== '/support'))
  test(`${path} needs no script at all`, async ({ nobody }) => {
    expect([...(await scripts(await nobody(), path)).keys()]).toEqual([]);
  });

test('help needs no script at all', async ({ as }) => {
  expect([...(await scripts(await (await as('doctor')).context().newPage(), '/support')).keys()]).toEqual([]);
});
