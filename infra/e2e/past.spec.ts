/** Lists, workbench and cases as of a past moment. */
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

type List = { items: CaseListItem[]; total: number; asOf?: { position: string; at: string } };

test('an analyst opens the case list as of a moment, a case from it, and the present again', async ({
  as,
  serverUrl,
}) => {
  const past = createTranslator('en', 'past');
  const cases = createTranslator('en', 'case');
  const client = await signIn(serverUrl, 'analyst');
  const [newest] = (await client.get<List>('/api/cases?size=1')).data.items;
  const lines = (await client.get<{ items: HistoryItem[] }>(`/api/cases/${newest?.caseId}/history`)).data
    .items;
  const line = lines.at(-3);
  if (!newest || !line) throw new Error('the demo has a case with a history');
  const then = (await client.get<List>(`/api/cases?asOf=${line.position}`)).data;
  const shown = then.items.find(item => item.caseId === newest.caseId);
  expect([then.asOf?.at, shown?.updatedAt]).toEqual([line.at, line.at]);

  const page = await as('analyst', { at: `/caseList?at=${line.position}` });
  const table = page.getByRole('table');
  const bar = page.getByRole('status').filter({ has: page.getByRole('button', { name: past('live') }) });
  await expect(bar).toContainText(past('shown').split('{{at}}')[1] ?? '');
  await expect(table.getByRole('link', { name: newest.caseId })).toBeVisible();
  await expect(table.getByRole('button')).toHaveCount(0);
  await expect(table.getByRole('checkbox')).toHaveCount(0);
  expect(await findAxeViolations(page)).toEqual([]);

  await test.step('a case opens as of the same moment', async () => {
    await table.getByRole('link', { name: newest.caseId }).click();
    await expect(page).toHaveURL(new RegExp(`caseDetail\\?id=${newest.caseId}&at=${line.position}`));
    await expect(page.getByText(cases('history.past').split('{{at}}')[1] ?? '')).toBeVisible();
    await page.goBack();
  });
  await test.step('another moment is chosen, and the other screens keep it', async () => {
    await bar.getByRole('button', { name: past('dayBefore') }).click();
    await expect(page).toHaveURL(/at=\d{4}-\d\d-\d\dT/);
    await bar.getByLabel(past('time')).fill('09:30');
    await bar.getByRole('button', { name: past('show'), exact: true }).click();
    await expect(page).toHaveURL(/at=[^&]+%3A30%3A00/);
    await bar.getByRole('link', { name: past('screen.workbench') }).click();
    await expect(page).toHaveURL(/\/workbench\?at=[^&]+%3A30%3A00/);
    const counter = page.getByRole('navigation', { name: createTranslator('en', 'workbench')('counters') });
    await counter.getByRole('link').last().click();
    await expect(page).toHaveURL(/\/caseList\?.*at=[^&]+%3A30%3A00/);
  });
  await test.step('the present returns', async () => {
    await bar.getByRole('button', { name: past('live') }).click();
    await expect(page).not.toHaveURL(/at=/);
    await expect(bar).toHaveCount(0);
    await page.getByRole('link', { name: past('choose') }).click();
    await expect(bar).toBeVisible();
  });
});

test('the manufacturer sees the board as of a moment without anything to press', async ({
  as,
  serverUrl,
}) => {
  const past = createTranslator('zh-CN', 'past');
  const client = await signIn(serverUrl, 'vendor');
  const { position: at } = await client.get('/api/shop');
  const page = await as('vendor', { at: `/workbench?at=${at}`, lang: 'zh-CN' });
  const board = page.getByRole('region', { name: createTranslator('zh-CN', 'shop')('board.title') });
  await expect(board.getByRole('link').first()).toBeVisible();
  const menus = board.getByRole('button', { name: /的更多操作$/ });
  await expect(menus).toHaveCount(0);
  await page.getByRole('button', { name: past('live') }).click();
  await expect(menus.first()).toBeVisible();
});

test('a moment before the first event is explained', async ({ as }) => {
  const page = await as('supervisor', { at: '/retainerList?at=2001-01-01T00:00:00Z' });
  await expect(page.getByText(createTranslator('en', 'past')('failed'))).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(createTranslator('en', 'error')('issue.before-first'));
});
