/** An analyst replays the organisation by keyboard, compares two moments, and opens a case as it was then. */
import type { Page } from '@playwright/test';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';
import { expectDotsMatchTable } from './replay-counts.ts';

const secondOf = async (page: Page) => Number(await page.getByRole('slider').getAttribute('aria-valuenow'));

test('an analyst replays the history by keyboard and opens a case as it was', async ({ as }) => {
  const t = createTranslator('en', 'analysis');
  const page = await as('analyst', { at: '/analysis/replay' });
  const slider = page.getByRole('slider', { name: t('replay.scrubber') });
  await expect(slider).toBeVisible();
  await expectDotsMatchTable(page);
  const end = await secondOf(page);

  await test.step('plays, and its moment is in the address', async () => {
    await page.keyboard.press('Home');
    await expect.poll(() => secondOf(page)).toBeLessThan(end);
    const start = await secondOf(page);
    await page.keyboard.press('Space');
    await expect.poll(() => secondOf(page)).toBeGreaterThan(start + 86_400);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: t('replay.act.play') })).toBeVisible();
    const at = await secondOf(page);
    await page.waitForURL(url => Date.parse(url.searchParams.get('at') ?? '') === at * 1000);
    await expectDotsMatchTable(page);
  });

  await test.step('steps by move and by day', async () => {
    const before = await secondOf(page);
    await page.keyboard.press('.');
    await expect.poll(() => secondOf(page)).toBeGreaterThan(before);
    await page.keyboard.press(',');
    await expect.poll(() => secondOf(page)).toBeLessThanOrEqual(before);
    const day = await secondOf(page);
    await page.keyboard.press(']');
    await expect.poll(() => secondOf(page)).toBe(day + 86_400);
    await page.keyboard.press('[');
    await expect.poll(() => secondOf(page)).toBe(day);
    await expectDotsMatchTable(page);
  });

  await test.step('goes to a typed moment', async () => {
    await page.getByRole('button', { name: t('replay.goTo.title') }).press('Enter');
    const typed = page.getByRole('dialog');
    const time = typed.getByRole('textbox', { name: t('replay.goTo.time') });
    await time.fill('12:00');
    await time.press('Enter');
    await expect(typed).toBeHidden();
    await expect(slider).toHaveAttribute('aria-valuetext', / 12:00:00$/);
    await expectDotsMatchTable(page);
  });

  await test.step('compares with the end', async () => {
    await page.getByRole('button', { name: t('replay.compare'), exact: true }).press('Enter');
    await page.locator('body').press('End');
    const differences = page.getByRole('region', { name: t('replay.comparison') });
    await expect(differences.getByRole('listitem').first()).toBeVisible();
    const forward = await differences.textContent();
    await page.getByRole('button', { name: t('replay.goThere') }).press('Enter');
    await expect(differences.getByText(t('replay.noDifference'))).toBeVisible();
    await page.locator('body').press('[');
    // A step back does not turn the two moments around.
    await expect(differences).toContainText(/(\d{4}-\d\d-\d\d [\d:]+) → /);
    const [earlier = '', later = ''] =
      (await differences.textContent())?.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g) ?? [];
    expect(earlier < later).toBe(true);
    // People have the numbers that they have in the reports.
    expect(forward).not.toMatch(/\bu[a-z2-9]{10}\b/);
    await page.locator('body').press('End');
    await page.getByRole('button', { name: t('replay.endCompare') }).press('Enter');
    await expect(differences).toBeHidden();
  });

  await test.step('marks the moment, and takes the mark away and back', async () => {
    const marks = page.getByRole('region', { name: t('replay.marks.title') });
    const note = marks.getByRole('button', { name: /^A scanner was down/ });
    const remove = marks.getByRole('button', {
      name: t('replay.marks.remove', { text: 'A scanner was down' }),
    });
    await marks.getByRole('button', { name: t('replay.marks.add') }).press('Enter');
    await page.keyboard.type('A scanner was down');
    await page.keyboard.press('Enter');
    await expect(note).toBeVisible();
    const marked = await secondOf(page);
    await page.locator('body').press('Home');
    await expect.poll(() => secondOf(page)).toBeLessThan(marked);
    await note.press('Enter');
    await expect.poll(() => secondOf(page)).toBe(marked);
    await remove.press('Enter');
    await expect(note).toBeHidden();
    await page.getByRole('button', { name: t('replay.marks.undo') }).press('Enter');
    await expect(note).toBeVisible();
    await remove.press('Enter');
    await expect(note).toBeHidden();
  });

  await test.step('opens the list of a queue, and a case as of then', async () => {
    const at = await secondOf(page);
    await page.locator('button[data-station="15"]').press('Enter');
    const list = page.getByRole('dialog');
    const rows = list.getByRole('row');
    const count = await page.locator('[data-twin="15"]').textContent();
    await expect(rows).toHaveCount(Number(count) + 1);
    await list.getByRole('link').first().press('Enter');
    await page.waitForURL(/\/caseDetail\?id=.*&at=/);
    await expect(
      page.getByText(createTranslator('en', 'case')('history.now'), { exact: true }).first(),
    ).toBeVisible();
    await page.goBack();
    await expect(slider).toBeVisible();
    await expect.poll(() => secondOf(page)).toBe(at);
  });

  await test.step('fits a phone', async () => {
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectDotsMatchTable(page);
    await expectFitsWindow(page);
  });
});

test('the map has the same colours with reduced motion, and its figures their names on a phone', async ({
  as,
}) => {
  const t = createTranslator('en', 'analysis');
  const page = await as('analyst', { at: null });
  const mapWith = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/analysis/replay');
    await expectDotsMatchTable(page);
    return page
      .getByRole('group', { name: t('replay.map'), exact: true })
      .locator('canvas')
      .first()
      .evaluate(async (canvas: HTMLCanvasElement) => {
        // The dots of the table may come a frame before those of the canvas.
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        return canvas.toDataURL();
      });
  };
  expect(await mapWith('reduce')).toBe(await mapWith('no-preference'));
  await page.setViewportSize({ width: 390, height: 844 });
  const cell = page
    .getByRole('table', { name: t('replay.queues') })
    .locator('[data-twin="15"]')
    .locator('..');
  await expect(cell).toHaveAttribute('data-label', t('replay.cases'));
});

test('a replay that follows shows a case that has just begun', async ({ as, serverUrl }) => {
  const t = createTranslator('en', 'analysis');
  const page = await as('analyst', { at: '/analysis/replay' });
  await page.getByRole('button', { name: t('replay.followNow') }).press('Enter');
  await page.waitForURL(/live=1/);
  await expect(page.getByRole('main').getByText(t('replay.live'), { exact: true })).toBeVisible();
  const drafts = page.locator('[data-station="9"] .num');
  const before = Number(await drafts.textContent());
  const doctor = await signIn(serverUrl, 'doctor');
  expect((await doctor.post('/api/cases')).http).toBe(200);
  await expect(drafts).toHaveText(String(before + 1), { timeout: 15_000 });
  await expectDotsMatchTable(page);
});
