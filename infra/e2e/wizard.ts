/** Filling in the wizard, as a doctor does it. */
import { expect, type Page } from '@playwright/test';
import { slots } from '#events/case/options.ts';
import { png } from '../testing/generate/image.ts';
import { lowerArch, upperArch } from '../testing/models.ts';
import { words } from '../testing/words.ts';
import { visit } from './world.ts';

type Lang = 'en' | 'zh-CN';
const dictionaries = (lang: Lang) => ({
  rx: words(lang, 'rx'),
  wizard: words(lang, 'wizard'),
  cases: words(lang, 'case'),
  tooth: words(lang, 'tooth'),
});

const choose = (page: Page, group: string, name: string) =>
  page
    .getByRole('radiogroup', { name: group, exact: true })
    .getByRole('radio', { name, exact: true })
    .check();
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name }).check();
const next = (page: Page, step: string) => page.getByRole('button', { name: new RegExp(`${step}$`) }).click();

/** Begins a case for clear aligners. @returns its id */
export async function begin(page: Page, lang: Lang = 'en'): Promise<string> {
  const { rx, wizard } = dictionaries(lang);
  await visit(page, '/addCase/pcEnter');
  await page.getByRole('radio', { name: new RegExp(rx('option.method.1')) }).check();
  await page.getByRole('radio', { name: rx('option.productType.1'), exact: true }).check();
  await next(page, wizard('step.patientInfoNew'));
  await page.waitForURL(/patientInfoNew\?id=/);
  return new URL(page.url()).searchParams.get('id') ?? '';
}

export async function patient(page: Page, name: string, lang: Lang = 'en'): Promise<void> {
  const { rx, wizard } = dictionaries(lang);
  await page.getByRole('textbox', { name: rx('field.patient.name'), exact: true }).fill(name);
  await choose(page, rx('field.patient.gender'), rx('option.gender.2'));
  const birth = page.getByRole('group', { name: rx('field.patient.birthDate') });
  await birth.getByRole('spinbutton').first().click();
  await page.keyboard.type('20010412');
  await page
    .getByRole('textbox', { name: rx('field.patient.address'), exact: true })
    .fill('18 Riverside Road');
  await page.getByRole('textbox', { name: rx('field.patient.clinic'), exact: true }).fill('Riverside Dental');
  await next(page, wizard('step.deagonsticMesNew'));
  await page.waitForURL(/deagonsticMesNew/);
}

export async function diagnosis(page: Page, lang: Lang = 'en'): Promise<void> {
  const { rx, wizard } = dictionaries(lang);
  await tick(page, rx('option.diagnosis.100'));
  await choose(page, rx('field.diagnosis.bite'), rx('option.bite.taken'));
  await page
    .getByRole('textbox', { name: rx('field.diagnosis.complaint') })
    .fill('Upper front teeth overlap.');
  await next(page, wizard('step.transparentToothNew'));
  await page.waitForURL(/transparentToothNew/);
}

export async function prescription(page: Page, lang: Lang = 'en'): Promise<void> {
  const { rx, wizard } = dictionaries(lang);
  await choose(page, rx('field.prescription.overjet'), rx('option.grade.moderate'));
  await choose(page, rx('field.prescription.overbite'), rx('option.grade.severe'));
  await choose(page, rx('field.prescription.molarRight'), rx('option.molar.neutral'));
  await choose(page, rx('field.prescription.molarLeft'), rx('option.molar.neutral'));
  await next(page, wizard('step.transparentMarkerNew'));
  await page.waitForURL(/transparentMarkerNew/);
}

export async function markers(page: Page, lang: Lang = 'en'): Promise<void> {
  const { wizard, tooth } = dictionaries(lang);
  await page.getByRole('radio', { name: tooth('tool.noMove') }).check();
  await page.getByRole('gridcell', { name: /^17/ }).click();
  await expect(page.getByRole('gridcell', { name: /^17.+/ })).toBeVisible();
  await tick(page, wizard('confirmMarks'));
  await next(page, wizard('step.dataUploadNew'));
  await page.waitForURL(/dataUploadNew/);
}

/** Drops the photos, a radiograph and both models, and waits until the server has them. */
export async function files(page: Page, lang: Lang = 'en'): Promise<void> {
  const { rx, wizard } = dictionaries(lang);
  const picture = (slot: string, shade: number) => ({
    name: `${slot}.png`,
    mimeType: 'image/png',
    buffer: png(64, 48, shade),
  });
  const into = (name: string) =>
    page.locator(`article, figure`).filter({ hasText: name }).locator('input[type="file"]').first();
  await into(rx('slot.upper')).setInputFiles({
    name: 'upper.stl',
    mimeType: 'model/stl',
    buffer: upperArch(),
  });
  await into(rx('slot.lower')).setInputFiles({
    name: 'lower.stl',
    mimeType: 'model/stl',
    buffer: lowerArch(),
  });
  for (const [i, slot] of slots.photo.entries())
    await into(rx(`slot.${slot}`)).setInputFiles(picture(slot, 20 + 25 * i));
  await into(rx('slot.lateral')).setInputFiles(picture('lateral', 5));
  await expect(page.getByText(wizard('complete'), { exact: true })).toBeVisible({ timeout: 60_000 });
}

/** Submits through the checklist. */
export async function submit(page: Page, lang: Lang = 'en'): Promise<void> {
  const { wizard, cases } = dictionaries(lang);
  await page.getByRole('button', { name: wizard('footer.submit'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(cases('confirm.submitCase'));
  await dialog.getByRole('button', { name: cases('action.submitCase'), exact: true }).click();
  await page.waitForURL(/caseDetail/);
}
