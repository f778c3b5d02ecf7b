/** Actions of users in the browser, with elements found by role and name. */
import { expect, type Page } from '@playwright/test';
import { createTranslator } from '../testing/translations.ts';
import { openLivePage } from './fixtures.ts';

const cases = createTranslator('en', 'case');
const action = createTranslator('en', 'action');
const rx = createTranslator('en', 'rx');

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Case id in the page's address. */
export const caseIdInAddress = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? '';

/** Opens a case's page. */
export const openCase = (page: Page, caseId: string) => openLivePage(page, `/caseDetail?id=${caseId}`);

/** Expects the open page to show a status, without a reload. */
export async function expectStatusShown(page: Page, status: number | string): Promise<void> {
  const word = cases(`status.${status}`);
  await expect(page.getByRole('main').getByText(word, { exact: true }).first()).toBeVisible();
}

/**
 * Presses an action's button, or its entry in the case's menu. Trap: the choice between the two is made once,
 * so the page must already show a status that allows the action. @returns the action's dialog
 */
export async function openActionDialog(page: Page, caseId: string, name: string) {
  const label = cases(`action.${name}`);
  const head = page.getByRole('main');
  const button = head.getByRole('button', { name: label, exact: true });
  const menu = page.getByRole('button', { name: action('more', { caseId }) });
  await expect(button.or(menu).first()).toBeVisible();
  if (await button.count()) await button.first().click();
  else {
    await menu.click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
  }
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Performs an action whose dialog needs only a confirmation or a note. */
export async function confirmAction(page: Page, caseId: string, name: string, note?: string): Promise<void> {
  const dialog = await openActionDialog(page, caseId, name);
  if (note) await dialog.getByRole('textbox').fill(note);
  await dialog.getByRole('button', { name: cases(`action.${name}`), exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Distributes a case to a technician, by name. */
export async function distributeCase(page: Page, caseId: string, person: string): Promise<void> {
  const dialog = await openActionDialog(page, caseId, 'allocateCase');
  await dialog.getByRole('radio', { name: person }).check();
  await dialog.getByRole('button', { name: cases('action.allocateCase'), exact: true }).click();
  await expect(dialog).toBeHidden();
}

type Plan = { name: string; upper: number; lower: number; instructions: string };

/** Submits a plan or a target with its number of stages and its bundle. */
export async function submitPlan(
  page: Page,
  caseId: string,
  name: 'submitPlan' | 'submitTarget',
  plan: Plan,
): Promise<void> {
  const dialog = await openActionDialog(page, caseId, name);
  await dialog.getByLabel(action('name'), { exact: true }).fill(plan.name);
  await dialog.getByRole('textbox', { name: action('upperStages') }).fill(String(plan.upper));
  await dialog.getByRole('textbox', { name: action('lowerStages') }).fill(String(plan.lower));
  await dialog.getByLabel(action('instructions')).fill(plan.instructions);
  const bundle = JSON.stringify({ upperStages: plan.upper, lowerStages: plan.lower, name: plan.name });
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from(bundle) });
  await dialog.getByRole('button', { name: cases(`action.${name}`), exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Schedules a batch up to these stages of each arch; default: all open stages. */
export async function scheduleBatch(
  page: Page,
  caseId: string,
  last: { upper?: number; lower?: number } = {},
): Promise<void> {
  const dialog = await openActionDialog(page, caseId, 'scheduleProduction');
  for (const arch of ['upper', 'lower'] as const)
    if (last[arch] !== undefined) {
      const field = dialog.getByRole('textbox', { name: new RegExp(arch, 'i') });
      await field.fill(String(last[arch]));
      await field.blur();
    }
  await dialog.getByRole('button', { name: cases('action.scheduleProduction'), exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Ships the whole batch. */
export async function shipBatch(page: Page, caseId: string, trackingNumber: string): Promise<void> {
  const dialog = await openActionDialog(page, caseId, 'ship');
  await dialog.getByLabel(rx('field.data.courier')).selectOption('2');
  await dialog.getByLabel(rx('field.data.trackingNumber')).fill(trackingNumber);
  await dialog.getByRole('button', { name: cases('action.ship'), exact: true }).click();
  await expect(dialog).toBeHidden();
}
