/** The analysis of forecasts by keyboard: from the menu to the figures of one step, and back to all dates. */
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

test('an analyst compares promised dates with what came, in Chinese', async ({ as }) => {
  const words = createTranslator('zh-CN', 'analysis');
  const page = await as('analyst', { lang: 'zh-CN', at: '/analysis' });
  const tab = page
    .getByRole('navigation', { name: words('screens') })
    .getByRole('link', { name: words('screen.forecasts') });
  await tab.press('Enter');
  await expect(tab).toHaveAttribute('aria-current', 'page');

  const steps = page.getByRole('table', { name: words('forecasts.byStep') });
  await expect(
    steps.getByRole('cell', { name: words('forecasts.steps.designed'), exact: true }),
  ).toBeVisible();
  const figures = page.getByRole('figure');
  await expect(figures).toHaveCount(3);
  for (const figure of await figures.all()) {
    await expect(figure).toHaveAccessibleDescription(/\S/);
    await figure.getByText(words('chart.table')).press('Enter');
    await expect(figure.getByRole('table')).toBeVisible();
  }

  await steps.getByRole('link').first().press('Enter');
  const dates = page.getByRole('dialog');
  await expect(dates.getByRole('table', { name: words('forecasts.dates.missed') })).toBeVisible();
  await dates.getByRole('radio', { name: words('forecasts.dates.kept'), exact: true }).press('Space');
  await expect(page).toHaveURL(/list=\w+-half-kept/);
  await expect(
    dates
      .getByRole('table', { name: words('forecasts.dates.kept') })
      .getByRole('link')
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dates).toBeHidden();

  await page.getByRole('combobox', { name: words('forecasts.ofStep') }).selectOption('doctor');
  await expect(page).toHaveURL(/step=doctor/);
  await page.goto('/analysis/forecasts?to=2000-01-31');
  await expect(page.getByText(words('forecasts.emptyRange'))).toBeVisible();
  await page.getByRole('link', { name: words('forecasts.wholeRange') }).press('Enter');
  await expect(steps).toBeVisible();
});
