/** Budgets of UI.md 4, in bytes as they cross the wire (brotli), and what a page asks for. */

import type { Page } from '@playwright/test';
import { expect, test } from './world.ts';

const KiB = 1024;

/** Follows the scripts that a page loads. @returns bytes of all of them once the network is quiet */
async function scriptBytes(page: Page, path: string): Promise<{ bytes: number; files: string[] }> {
  const seen: Promise<{ name: string; bytes: number }>[] = [];
  page.on('response', response => {
    if (response.request().resourceType() !== 'script') return;
    const name = new URL(response.url()).pathname;
    seen.push(
      response
        .request()
        .sizes()
        .then(s => ({ name, bytes: s.responseBodySize })),
    );
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const all = await Promise.all(seen);
  return { bytes: all.reduce((sum, f) => sum + f.bytes, 0), files: all.map(f => `${f.name} ${f.bytes}`) };
}

test('the sign-in page loads at most 80 KiB of script', async ({ nobody }) => {
  const { bytes, files } = await scriptBytes(await nobody(), '/login');
  expect(bytes, files.join('\n')).toBeLessThanOrEqual(80 * KiB);
});

test('the workbench loads at most 170 KiB of script, the socket included', async ({ as }) => {
  const page = await as('doctor');
  const fresh = await page.context().newPage();
  const { bytes, files } = await scriptBytes(fresh, '/workbench');
  expect(bytes, files.join('\n')).toBeGreaterThan(0);
  expect(bytes, files.join('\n')).toBeLessThanOrEqual(170 * KiB);
});

test('a step of the wizard loads at most 120 KiB of script beyond the workbench', async ({ as }) => {
  const page = await as('doctor');
  const shell = await scriptBytes(await page.context().newPage(), '/workbench');
  const step = await page.context().newPage();
  await step.goto('/addCase/pcEnter');
  const loaded = await scriptBytes(await page.context().newPage(), '/addCase/pcEnter');
  const known = new Set(shell.files);
  const beyond = loaded.files.filter(f => !known.has(f)).reduce((sum, f) => sum + Number(f.split(' ')[1]), 0);
  expect(beyond, loaded.files.join('\n')).toBeLessThanOrEqual(120 * KiB);
});

test('the version log needs no script at all', async ({ nobody }) => {
  const { files } = await scriptBytes(await nobody(), '/versionLog');
  expect(files).toEqual([]);
});
