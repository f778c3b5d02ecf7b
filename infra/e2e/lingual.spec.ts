/**
 * The lingual sheet by keyboard, by pointer and from a spreadsheet: input, refusal, undo, saving and reading.
 */
import type { Page } from '@playwright/test';
import { draftCase } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { tabTo, tickCheckbox, typeInto } from './keys.ts';

async function clean(page: Page): Promise<void> {
  // Scrolls to the top: a cell half under the bar would be a smaller click target.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await findAxeViolations(page)).toEqual([]);
}

/** Pastes text into the focused element, like Ctrl+V. */
const paste = (page: Page, text: string) =>
  page.evaluate(pasted => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

const type = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('a lingual prescription by keyboard, in Chinese and dark', async ({ as, serverUrl }) => {
  const lang = 'zh-CN';
  const [rx, wizard] = [createTranslator(lang, 'rx'), createTranslator(lang, 'wizard')];
  const [lingual, error] = [createTranslator(lang, 'lingual'), createTranslator(lang, 'error')];
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor, {
    sections: { prescription: { method: 2 }, markers: {} },
    files: false,
  });
  const at = `/addCase/transparentToothNew?id=${caseId}&slot=lingual.archShape`;
  const page = await as('doctor', { lang, theme: 'dark', at });
  const comma = wizard('comma');
  const cell = (tooth: number, row: string, value = '') =>
    page.getByRole('gridcell', {
      name: [String(tooth), lingual(`row.${row}`), value].filter(Boolean).join(comma),
      exact: true,
    });
  const notice = page.locator('#sheet-notice');
  const missing = (field: string) =>
    page.getByRole('complementary').getByRole('link', { name: rx(`field.${field}`), exact: true });

  await expect(page.getByRole('radio', { name: rx('option.archShape.as-original') })).toBeFocused();
  await type(page, 'ArrowRight');
  await expect(page.getByRole('radio', { name: rx('option.archShape.oval') })).toBeChecked();
  await type(page, 'Tab', 'Space');
  await expect(missing('lingual.archWidth')).toHaveCount(0);

  // Codes are typed from 12 to 22 and a tube on 16; an extracted tooth gets no bracket.
  await missing('lingual.brackets').focus();
  await type(page, 'Enter');
  await expect(cell(18, 'brackets')).toBeFocused();
  await type(page, 'ArrowRight', 'ArrowRight', 't', 'ArrowRight', 'ArrowRight', 'e');
  await expect(cell(14, 'brackets', 'E')).toBeFocused();
  await type(page, 'b');
  await expect(notice).toContainText(error('issue.absent-coded', { tooth: 14, code: 'E' }));
  await type(
    page,
    'ArrowRight',
    'ArrowRight',
    'Shift+ArrowRight',
    'Shift+ArrowRight',
    'Shift+ArrowRight',
    'b',
    'h',
  );
  await expect(cell(22, 'brackets', 'BH')).toBeFocused();
  await type(page, 'Control+z');
  await expect(cell(12, 'brackets', 'B')).toBeVisible();

  // The link of the missing torque leads to its cell. Types a decimal comma and an impossible value, and
  // undoes it.
  await missing('lingual.torque').focus();
  await type(page, 'Enter');
  await expect(cell(16, 'torque', lingual('wanted'))).toBeFocused();
  await page.keyboard.type('-9,5');
  await type(page, 'Tab');
  await expect(cell(16, 'torque', '-9.5')).toBeVisible();
  await expect(cell(15, 'torque')).toBeFocused();
  await type(page, 'Tab', 'Tab', 'Tab');
  await page.keyboard.type('99');
  await type(page, 'Enter');
  await expect(notice).toContainText(error('issue.too-big', { max: 60 }));
  await type(page, 'Escape');
  await expect(cell(12, 'torque', lingual('wanted'))).toBeFocused();

  // Pastes from a spreadsheet: no cell is taken until invalid cells are resolved.
  await paste(page, '１３\t+13\tabc\t13\r\n2\t2\t2\t2\r\n');
  await expect(notice).toContainText(error('issue.not-a-number'));
  await expect(cell(12, 'torque', lingual('wanted'))).toBeVisible();
  await type(page, 'Enter');
  await expect(cell(11, 'torque', '13')).toBeVisible();
  await expect(cell(22, 'extraTorsion', '2')).toBeFocused();
  await expect(missing('lingual.torque')).toBeVisible();
  await clean(page);

  // Escape and Tab leave the sheet and reach every other field; the second torque comes from the setup.
  await type(page, 'Escape', 'Tab');
  await expect(cell(22, 'extraTorsion', '2')).not.toBeFocused();
  await tickCheckbox(page, page.getByRole('checkbox', { name: rx('field.lingual.torqueAsSetup') }));
  await expect(missing('lingual.torque')).toHaveCount(0);

  // Six sets require consent, in the browser and on the server.
  await tabTo(page, page.getByRole('button', { name: lingual('wires.usual') }));
  await type(page, 'Enter');
  await tabTo(page, page.getByRole('button', { name: lingual('wires.add') }));
  await type(page, 'Enter', 'Control+s');
  const consent = page.getByRole('checkbox', {
    name: lingual('wires.accept_other', { count: 1 }),
  });
  await expect(page.getByText(wizard('save.invalid'))).toBeVisible();
  await clean(page);
  await tickCheckbox(page, consent);
  await typeInto(page, page.getByRole('textbox', { name: rx('field.lingual.aids') }), '16: 咬合垫');
  await type(page, 'Control+s');
  await expect(page.getByText(wizard('save.invalid'))).toHaveCount(0);
  await expect(page.getByText(new RegExp(`^${wizard('save.saved')}`))).toBeVisible();

  await page.reload();
  await expect(cell(11, 'torque', '13')).toBeVisible();
  const { data } = await doctor.get<{ value: object }>(`/api/cases/${caseId}/prescription`);
  expect(data.value).toMatchObject({
    lingual: {
      archShape: 'oval',
      archWidth: 'keep',
      brackets: { 16: ['T'], 14: ['E'], 12: ['B'], 22: ['B'] },
      torque: { 16: -9.5, 12: 13, 11: 13, 22: 13 },
      extraTorsion: { 12: 2, 11: 2, 21: 2, 22: 2 },
      torqueAsSetup: true,
      surchargeAccepted: true,
      aids: '16: 咬合垫',
    },
  });
});

test('paints codes, offers a way out of a refusal, and copies cells', async ({ as, serverUrl }) => {
  const [lingual, error] = [createTranslator('en', 'lingual'), createTranslator('en', 'error')];
  const doctor = await signIn(serverUrl, 'doctor');
  const prescription = { method: 2, lingual: { torque: { 13: 7 }, tip: { 13: 3 } } };
  const caseId = await draftCase(doctor, { sections: { prescription, markers: {} }, files: false });
  const page = await as('doctor', { at: `/addCase/transparentToothNew?id=${caseId}` });
  const at = (tooth: number, row: string) =>
    page.getByRole('gridcell', { name: new RegExp(`^${tooth}, ${lingual(`row.${row}`)}(?:,|$)`) });
  const tools = page.getByRole('radiogroup', { name: lingual('tool.label') });

  await at(13, 'brackets').hover();
  await page.mouse.down();
  for (const tooth of [12, 11, 21]) await at(tooth, 'brackets').hover();
  await page.mouse.up();
  for (const tooth of [13, 12, 11, 21]) await expect(at(tooth, 'brackets')).toHaveText('B');
  await page.keyboard.press('Control+z');
  for (const tooth of [13, 12, 11, 21]) await expect(at(tooth, 'brackets')).toHaveText('');

  await tools.getByRole('radio', { name: /^Extraction/ }).click();
  await at(13, 'brackets').click();
  await expect(page.locator('#sheet-notice')).toContainText(
    error('issue.absent-measured', { tooth: 13, code: 'E' }),
  );
  await page.getByRole('button', { name: lingual('override', { tooth: 13, code: 'E' }) }).click();
  await expect(at(13, 'brackets')).toHaveText('E');
  await expect(at(13, 'torque')).toHaveText('');
  await expect(at(13, 'torque')).toHaveAttribute('aria-readonly', 'true');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await at(33, 'torque').click();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await page.keyboard.type('-1');
  await page.keyboard.press('Enter');
  await at(33, 'torque').hover();
  await page.mouse.down();
  await at(34, 'extraTorsion').hover();
  await page.mouse.up();
  await page.keyboard.press('Control+c');
  await at(43, 'torque').click();
  await page.keyboard.press('Control+v');
  await expect(at(43, 'torque')).toHaveText('4');
  await expect(at(43, 'extraTorsion')).toHaveText('-1');
  await at(43, 'torque').click();
  await page
    .getByRole('group', { name: lingual('fill.label') })
    .getByRole('button')
    .first()
    .click();
  await expect(at(38, 'torque')).toHaveText('4');
});

test('a torque without a value is an error, stays with its wire, and is not reported as saved', async ({
  as,
  serverUrl,
}) => {
  const [rx, lingual] = [createTranslator('en', 'rx'), createTranslator('en', 'lingual')];
  const wire = { arch: 'upper', material: 'niti', diameter: '0.014' };
  const archwires = [wire, { ...wire, diameter: '0.016' }];
  const prescription = { method: 2, lingual: { archwires } };
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'), {
    sections: { prescription, markers: {} },
    files: false,
  });
  const page = await as('doctor', { at: `/addCase/transparentToothNew?id=${caseId}` });
  const torque = (n: number) =>
    page.getByRole('textbox', {
      name: lingual('wires.field', { n, field: rx('field.archwire.extraTorque') }),
    });
  await torque(1).fill('13-15');
  await page.keyboard.press('Control+s');
  const state = page.locator('main [data-phase]');
  await expect(state).toHaveAttribute('data-phase', 'invalid');
  await page.getByRole('button', { name: lingual('wires.down', { n: 1 }) }).click();
  await expect(torque(2)).toHaveValue('13-15');
  await expect(torque(1)).toHaveValue('');
  await torque(2).fill('13.5');
  await page.keyboard.press('Control+s');
  await expect(state).toHaveAttribute('data-phase', 'saved');
  await expect(torque(2)).toHaveValue('13.5');
});
