/** The case list: actions on several selected cases, and the choice of columns. */
import { Status } from '#events/case/status.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

const action = createTranslator('en', 'action');
const cases = createTranslator('en', 'case');
const list = createTranslator('en', 'caseList');
const shell = createTranslator('en', 'shell');

test('suspends two cases at once, continues both by one Undo, and lists a refusal by its case', async ({
  as,
  serverUrl,
}) => {
  const client = await signIn(serverUrl, 'supervisor');
  const read = async () => (await client.get<{ items: CaseListItem[] }>('/api/cases?size=100')).data.items;
  const before = (await read()).filter(
    item => item.status === Status.PlanUnderDesign && item.actions.includes('suspend'),
  );
  const [first, second] = before;
  if (!first || !second) throw new Error('two cases of the demo are in design');
  const page = await as('supervisor', { at: '/caseList?filter=3' });
  const choose = async (...items: CaseListItem[]) => {
    for (const item of items)
      await page.getByRole('checkbox', { name: `${item.caseId} ${item.patientName}` }).check();
  };
  const run = async (name: 'suspend' | 'continue') => {
    const group = page.getByRole('group', { name: /selected$/ });
    const word = cases(`action.${name}`);
    const button = group.getByRole('button', { name: word, exact: true });
    await expect(group).toBeVisible();
    if ((await button.count()) > 0) await button.click();
    else {
      await group.getByRole('button', { name: list('bulk.more') }).click();
      await page.getByRole('menuitem', { name: word, exact: true }).click();
    }
    const asked = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(asked).toContainText('2 ');
    await asked.getByRole('button', { name: word, exact: true }).click();
  };
  const statuses = async () => {
    const now = new Map((await read()).map(item => [item.caseId, item.status]));
    return [now.get(first.caseId), now.get(second.caseId)];
  };

  await choose(first, second);
  await run('suspend');
  const done = page.getByText(list('bulk.done_other', { action: cases('action.suspend'), count: 2 }));
  await expect(done).toBeVisible();
  expect(await statuses()).toEqual([Status.Suspended, Status.Suspended]);
  await page.getByRole('button', { name: action('undo') }).click();
  await expect(
    page.getByText(list('bulk.done_other', { action: cases('action.continue'), count: 2 })),
  ).toBeVisible();
  expect(await statuses()).toEqual([first.status, second.status]);

  await choose(first, second);
  await page.route(`**/api/cases/${second.caseId}/actions/suspend`, route =>
    route.fulfill({ status: 409, json: { code: 103002, message: 'Not now', data: null } }),
  );
  await run('suspend');
  const over = page.getByRole('dialog', { name: cases('action.suspend') });
  await expect(over.getByRole('listitem')).toHaveText([new RegExp(second.caseId)]);
  await over.getByRole('button', { name: list('bulk.undo_one', { count: 1 }) }).click();
  await expect.poll(statuses).toEqual([first.status, second.status]);
});

test('selects columns by keyboard and keeps them after a reload', async ({ as }) => {
  const page = await as('supervisor', { at: '/caseList' });
  const header = page.getByRole('columnheader', { name: list('column.designer') });
  await expect(header).toHaveCount(0);
  await page.getByRole('button', { name: list('columns') }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitemcheckbox', { name: list('column.designer') });
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(header).toBeVisible();
  await page.reload();
  await expect(header).toBeVisible();

  await test.step('the eye hides the patients’ names and shows them again', async () => {
    const eye = (name: string) => page.getByRole('button', { name: shell(name) });
    const table = page.getByRole('table');
    // A hidden name is its first letter and two asterisks.
    await expect(table).not.toContainText('**');
    await eye('eye.hide').click();
    await expect(table).toContainText('**');
    await eye('eye.show').click();
    await expect(table).not.toContainText('**');
  });
});
