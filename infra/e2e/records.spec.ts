/** Records of a case: conversion to STL, refusals, moving, rotating, and resuming uploads. */
import type { Page } from '@playwright/test';
import { uploadFile } from '../actors/http.ts';
import { signIn as call } from '../testing/client.ts';
import { createDocx } from '../testing/generate/archive.ts';
import { createPng, createSvg, pngOfSize, tiffWithPages } from '../testing/generate/image.ts';
import { createObj, createPly } from '../testing/generate/mesh.ts';
import { binaryStl, createWavyTube } from '../testing/generate/stl.ts';
import { createTranslator } from '../testing/translations.ts';
import { test } from './browser-of-users.ts';
import { dragTo } from './drag.ts';
import { expect, openLivePage } from './fixtures.ts';

const rx = createTranslator('en', 'rx');
const wizard = createTranslator('en', 'wizard');
const file = createTranslator('en', 'file');
const picture = createTranslator('en', 'picture');
const error = createTranslator('en', 'error');

const place = (page: Page, slot: string) =>
  page.locator('article, figure').filter({ hasText: rx(`slot.${slot}`) });
const bring = (page: Page, slot: string, files: { name: string; buffer: Buffer }[]) =>
  place(page, slot)
    .locator('input[type="file"]')
    .first()
    .setInputFiles(files.map(f => ({ ...f, mimeType: '' })));
const stored = (page: Page, slot: string) => expect(place(page, slot).locator('img')).toBeVisible();
const fault = (what: string, issue: string) =>
  file('fault', { what: error(what), why: error(`issue.${issue}`) });

async function newDraft(url: string) {
  const doctor = await call(url, 'doctor2');
  const { data } = await doctor.post<{ caseId: string }>('/api/cases', {});
  const slots = async () => {
    const { data: held } = await doctor.get<{ items: { slot: string; name: string }[] }>(
      `/api/cases/${data.caseId}/files`,
    );
    return held.items.map(f => `${f.slot} ${f.name}`).sort();
  };
  const { caseId } = data;
  return { doctor, caseId, path: `/addCase/dataUploadNew?id=${caseId}`, slots };
}

/** Creates a draft with one.png as face-front and two.png as face-smile, attached over the API. */
async function withTwoPhotos(url: string) {
  const { doctor, caseId, path, slots } = await newDraft(url);
  for (const [slot, filename, shade] of [
    ['face-frontal', 'one.png', 10],
    ['face-smile', 'two.png', 90],
  ] as const)
    await uploadFile(doctor, createPng(64, 48, shade), { caseId, kind: 'photo', slot, filename });
  return { path, slots };
}

/** Drags a picture to another slot. */
const move = (page: Page, from: string, to: string) =>
  dragTo(page, place(page, from).getByRole('link'), place(page, to), 'data-over');

test('puts models of any format into the slots of their names, refuses duplicates, and asks about swapped arches', async ({
  as,
  serverUrl,
}) => {
  const { path, slots } = await newDraft(serverUrl);
  const page = await as('doctor2', { at: path });
  await bring(page, 'upper', [
    { name: 'scan lower.ply', buffer: createPly('binary_little_endian', createWavyTube(2_000)) },
    { name: 'upper jaw.obj', buffer: createObj() },
  ]);
  await expect(place(page, 'upper')).toContainText('upper jaw.stl');
  await expect(place(page, 'lower').getByText(/^Stored /)).toBeVisible();
  await bring(page, 'bite', [{ name: 'again.obj', buffer: createObj() }]);
  await expect(place(page, 'bite')).toContainText(file('twinAt', { place: rx('slot.upper') }));

  await bring(page, 'lower', [{ name: 'scan.stl', buffer: binaryStl(createWavyTube(1000)) }]);
  await expect(place(page, 'lower')).toContainText('scan.stl');
  await bring(page, 'upper', [{ name: 'lower.stl', buffer: binaryStl() }]);
  await page.getByRole('button', { name: wizard('files.swap'), exact: true }).press('Enter');
  await expect(place(page, 'lower')).toContainText('lower.stl');
  await expect.poll(slots).toEqual(['lower lower.stl', 'upper scan.stl']);
});

test('refuses unsuitable files with a reason before any byte is sent', async ({ as, serverUrl }) => {
  const { path, slots } = await newDraft(serverUrl);
  const page = await as('doctor2', { at: path });
  const sent: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/api/uploads')) sent.push(request.method());
  });
  const refused: [slot: string, name: string, buffer: Buffer, words: string][] = [
    ['face-frontal', 'sixty.png', pngOfSize(10_000, 6000), fault('103002', 'too-many-pixels')],
    ['face-smile', 'bomb.tif', tiffWithPages([{ tile: [65_520, 65_520] }]), fault('103002', 'image-broken')],
    ['face-profile', 'vector.png', createSvg(), fault('103005', 'not-image')],
    ['mouth-right', `${'n'.repeat(296)}.png`, createPng(), error('104000')],
    ['upper', 'upper.docx', createDocx(), fault('103005', 'not-model')],
  ];
  for (const [slot, name, buffer, said] of refused) {
    await bring(page, slot, [{ name, buffer }]);
    await expect(place(page, slot)).toContainText(said);
  }
  const archive = page.getByLabel(wizard('files.dropArchive'));
  await archive.setInputFiles({ name: 'letter.zip', mimeType: '', buffer: createDocx() });
  await expect(page.getByText(fault('103005', 'office-file'))).toBeVisible();
  await page.getByRole('textbox', { name: rx('field.data.trackingNumber') }).fill('        ');
  await expect(page.getByText(error('issue.tracking-format'), { exact: true }).last()).toBeVisible();
  expect(sent).toEqual([]);
  expect(await slots()).toEqual([]);
});

test('pictures are moved by keyboard and by drag, rotated and cropped', async ({ as, serverUrl }) => {
  const { path, slots } = await newDraft(serverUrl);
  const page = await as('doctor2', { at: path });
  await bring(page, 'face-frontal', [
    { name: 'one.png', buffer: createPng(64, 48, 10) },
    { name: 'two.png', buffer: createPng(64, 48, 90) },
  ]);
  await stored(page, 'face-smile');
  const menu = (slot: string) =>
    page.getByRole('button', { name: wizard('files.more', { name: rx(`slot.${slot}`) }) });
  await menu('face-frontal').press('Enter');
  await page.getByRole('menuitem', { name: rx('slot.face-smile') }).press('Enter');
  await expect.poll(slots).toEqual(['face-frontal two.png', 'face-smile one.png']);
  await move(page, 'face-frontal', 'mouth-right');
  await expect.poll(slots).toEqual(['face-smile one.png', 'mouth-right two.png']);

  await menu('face-smile').press('Enter');
  await page.getByRole('menuitem', { name: wizard('files.crop') }).press('Enter');
  const dialog = page.getByRole('dialog');
  const turnRight = dialog.getByRole('button', { name: picture('turnRight') });
  // The picture has loaded.
  await expect(turnRight).toBeEnabled();
  await turnRight.press('Enter');
  await dialog.getByRole('textbox', { name: picture('side.left') }).fill('50');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: picture('save') }).press('Enter');
  const image = place(page, 'face-smile').locator('img');
  await expect
    .poll(() => image.evaluate(i => (i instanceof HTMLImageElement ? [i.naturalWidth, i.naturalHeight] : [])))
    .toEqual([24, 64]);
  // The focus returns to the button that opened the dialog.
  await expect(menu('face-smile')).toBeFocused();
  // Moves a radiograph out of the photos and back.
  await menu('mouth-right').press('Enter');
  await page.getByRole('menuitem', { name: rx('slot.panoramic') }).press('Enter');
  await expect.poll(slots).toEqual(['face-smile one.png', 'panoramic two.png']);
  await stored(page, 'panoramic');
  // Both slots of the drag must be on the screen.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await move(page, 'panoramic', 'mouth-lower');
  await expect.poll(slots).toEqual(['face-smile one.png', 'mouth-lower two.png']);
});

test('a picture moved during its rotation is rotated in its new slot', async ({ as, serverUrl }) => {
  const { path, slots } = await withTwoPhotos(serverUrl);
  const page = await as('doctor2', { at: path });
  let read = () => {};
  const held = new Promise<void>(resolve => {
    read = resolve;
  });
  await page.route('**/api/files/*', async route => {
    if (route.request().resourceType() === 'fetch') await held;
    await route.continue();
  });
  const menu = page.getByRole('button', { name: wizard('files.more', { name: rx('slot.face-frontal') }) });
  await menu.press('Enter');
  const asked = page.waitForRequest(
    request => request.resourceType() === 'fetch' && /files/.test(request.url()),
  );
  await page.getByRole('menuitem', { name: wizard('files.turnRight') }).press('Enter');
  await asked;
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: rx('slot.face-smile') }).press('Enter');
  await expect.poll(slots).toEqual(['face-frontal two.png', 'face-smile one.png']);
  read();
  const image = place(page, 'face-smile').locator('img');
  await expect
    .poll(() => image.evaluate(i => (i instanceof HTMLImageElement ? [i.naturalWidth, i.naturalHeight] : [])))
    .toEqual([48, 64]);
  expect(await slots()).toEqual(['face-frontal two.png', 'face-smile one.png']);
});

/** Runs in the page: holds all chunks of an upload except the first, until the page is reloaded. */
function holdLaterPieces(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type === 'reload') return;
  const { setRequestHeader, send } = XMLHttpRequest.prototype;
  const offsets = new WeakMap<XMLHttpRequest, string>();
  XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
    if (name.toLowerCase() === 'upload-offset') offsets.set(this, value);
    setRequestHeader.call(this, name, value);
  };
  XMLHttpRequest.prototype.send = function (body) {
    const from = offsets.get(this) ?? '0';
    if (from === '0') send.call(this, body as XMLHttpRequestBodyInit);
    else Object.assign(window, { heldAt: from });
  };
}

// Uses the browser with V8's optimiser, because the page hashes 9 MB twice and draws 175,000 triangles.
test('names an upload interrupted by a reload, and resumes it with the same file', async ({
  as,
  browserOfUsers: browser,
  serverUrl,
}) => {
  const { path, slots } = await newDraft(serverUrl);
  const page = await as('doctor2', { at: null, browser });
  await page.addInitScript(holdLaterPieces);
  await openLivePage(page, path);
  const large = binaryStl(createWavyTube(175_000));
  await bring(page, 'upper', [{ name: 'upper.stl', buffer: large }]);
  const heldAt = () => page.evaluate(() => (window as { heldAt?: string }).heldAt);
  await expect.poll(heldAt).toBeDefined();
  const from = (await heldAt()) ?? '';
  await page.reload();
  const percent = Math.floor((100 * Number(from)) / large.length);
  await expect(place(page, 'upper')).toContainText(file('stopped', { name: 'upper.stl', percent }));
  const first = page.waitForRequest(request => request.method() === 'PATCH');
  await bring(page, 'upper', [{ name: 'the same, renamed.stl', buffer: large }]);
  expect((await first).headers()['upload-offset']).toBe(from);
  await expect.poll(slots).toEqual(['upper upper.stl']);
  await expect(place(page, 'upper')).not.toContainText(file('stopped', { name: 'upper.stl', percent }));
});
