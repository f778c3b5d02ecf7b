/** A right that an Admin takes and gives back, while the person's window is open. */
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const words = createTranslator('en', 'organisation');
const people = createTranslator('en', 'people');
const position = createTranslator('en', 'case');
const list = createTranslator('en', 'caseList');
const error = createTranslator('en', 'error');

test('a right taken from a position leaves open windows within a second, and returns with its reason', async ({
  as,
}) => {
  const [admin, service] = await Promise.all([as('admin', { at: null }), as('service', { at: null })]);
  await Promise.all([openLivePage(admin, '/backOffice?section=rights'), openLivePage(service, '/caseList')]);
  const exported = service.getByRole('link', { name: list('export'), exact: true });
  await expect(exported).toBeVisible();
  const rights = admin.getByRole('group', { name: people('right.exports') });
  const turn = rights.getByRole('switch', { name: position('position.Service') });
  await expect(turn).toBeChecked();

  await turn.press('Enter');
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: words('switches.take') }).click();
  await expect(dialog.getByText(error('issue.blank'))).toBeVisible();
  await dialog.getByRole('textbox', { name: words('switches.reason') }).fill('Lists stay in the house');
  await dialog.getByRole('textbox').press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(exported).toHaveCount(0, { timeout: 1_000 });
  await expect(turn).not.toBeChecked();
  await expect(admin.getByText('Lists stay in the house')).toBeVisible();

  await turn.press('Enter');
  await dialog.getByRole('textbox', { name: words('switches.reason') }).fill('Needed for the audit');
  await dialog.getByRole('button', { name: words('switches.give') }).click();
  await expect(exported).toBeVisible();
  await expect(
    admin.getByRole('group', { name: people('right.backstageManage') }).getByRole('switch', {
      name: position('position.Admin'),
    }),
  ).toBeDisabled();
});
