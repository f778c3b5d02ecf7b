/**
 * A year of a million moves plays at a day a second without a long task. Measured is processor time of the page's main
 * thread, from Chromium's own trace: a busy machine makes a task last longer, and costs it no processor time.
 */

import type { Page } from '@playwright/test';
import { type MadeTrackMonths, makeBusyTrackMonths, makeTrackMonths } from '../testing/made-months.ts';
import { createTranslator } from '../testing/translations.ts';
import { test } from './browser-of-users.ts';
import { expect } from './fixtures.ts';
import { expectDotsMatchTable } from './replay-counts.ts';
import { measureTaskTimes } from './thread-time.ts';

/** Longest task in ms of processor time: what a user does not notice. */
const LONGEST_MS = 50;
const MILLION = 1_000_000;
const CASES = 63_000;
/** Days that are played, each for a second. */
const DAYS = 6;

test.use({ density: 1 });

const secondOf = async (page: Page) => Number(await page.getByRole('slider').getAttribute('aria-valuenow'));

/** Answers the history of the made year instead of the demo's. */
async function serveYear(page: Page, { first, months, position }: MadeTrackMonths): Promise<void> {
  await page.route('**/api/analysis', async route => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const [log] = String(data.position).split('-');
    const made = { first: new Date(first).toISOString(), months: [...months.keys()] };
    await route.fulfill({ json: { ...rest, data: { ...data, ...made, position: `${log}-${position}` } } });
  });
  await page.route('**/api/analysis/track?*', route => {
    const bytes = months.get(new URL(route.request().url()).searchParams.get('month') ?? '');
    return bytes
      ? route.fulfill({ body: Buffer.from(bytes), contentType: 'application/octet-stream' })
      : route.fulfill({ status: 404 });
  });
}

test('a year of a million moves plays at a day a second without a task over 50 ms', async ({
  browserOfUsers: browser,
  as,
}) => {
  const t = createTranslator('en', 'analysis');
  const year = makeTrackMonths(CASES);
  expect(year.moves).toBeGreaterThan(MILLION);
  const page = await as('analyst', { at: null, browser });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await serveYear(page, year);
  await page.goto('/analysis/replay?at=2026-08-01T00:00:00Z&speed=1d');
  await expect(page.getByRole('slider', { name: t('replay.scrubber') })).toBeVisible();
  const start = await secondOf(page);
  const tasks = await measureTaskTimes(page, async () => {
    await page.keyboard.press('Space');
    await expect.poll(() => secondOf(page)).toBeGreaterThan(start + DAYS * 86_400);
    await page.keyboard.press('Space');
  });
  // Frames were drawn, and the dots are as many as the track says.
  expect(tasks.length).toBeGreaterThan(100);
  await expectDotsMatchTable(page);
  expect(tasks.toSorted((a, b) => b - a)[0]).toBeLessThan(LONGEST_MS);
});

test('of a longer history, the months in sight are loaded', async ({ browserOfUsers: browser, as }) => {
  const t = createTranslator('en', 'analysis');
  // These two months are more than three million moves.
  const months = makeBusyTrackMonths(['2026-07', '2026-08'], 1.6 * MILLION);
  const page = await as('analyst', { at: null, browser });
  await serveYear(page, months);
  await page.goto('/analysis/replay');
  const whole = page.getByRole('region', { name: t('replay.whole.title') });
  const slider = page.getByRole('slider', { name: t('replay.scrubber') });
  const monthOf = async (end: 'min' | 'max') =>
    new Date(Number(await slider.getAttribute(`aria-value${end}`)) * 1000).toISOString().slice(0, 10);
  await expect(slider).toBeVisible();
  expect([await monthOf('min'), await monthOf('max')]).toEqual(['2026-08-01', '2026-09-01']);
  await whole.getByRole('button', { name: t('replay.whole.earlier') }).press('Enter');
  await expect.poll(() => monthOf('min')).toBe('2026-07-01');
  expect(await monthOf('max')).toBe('2026-08-01');
  await expectDotsMatchTable(page);
  await whole.getByRole('button', { name: t('replay.whole.later') }).press('Enter');
  await expect.poll(() => monthOf('min')).toBe('2026-08-01');
});

test('finds a task that is too long', async ({ as }) => {
  const page = await as('analyst');
  const tasks = await measureTaskTimes(page, () =>
    page.evaluate(
      () =>
        new Promise<void>(done => {
          setTimeout(() => {
            const until = performance.now() + 1000;
            while (performance.now() < until);
            setTimeout(done);
          });
        }),
    ),
  );
  expect(Math.max(...tasks)).toBeGreaterThan(LONGEST_MS);
});
