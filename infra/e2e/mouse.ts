/** Fills in the wizard with a mouse. */
import { expect, type Page } from '@playwright/test';
import { slots } from '#events/case/options.ts';
import { openLivePage } from './fixtures.ts';
import {
  createWizardTranslators,
  modelFiles,
  optionWithMeasurePattern,
  photoFiles,
  radiographFile,
  type WizardDriver,
} from './wizard-driver.ts';

const choose = (page: Page, group: string, name: string | RegExp) =>
  page
    .getByRole('radiogroup', { name: group, exact: true })
    .getByRole('radio', { name, exact: true })
    .check();
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name }).check();
const write = (page: Page, name: string, what: string) =>
  page.getByRole('textbox', { name, exact: true }).fill(what);

/** Presses the footer's button that leads to a step. */
async function turn(page: Page, name: string, step: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).click();
  await page.waitForURL(new RegExp(step));
}

export const mouseWizardDriver: WizardDriver = {
  async begin(page, lang) {
    const { rx, wizard } = createWizardTranslators(lang);
    await openLivePage(page, '/addCase/pcEnter');
    await page.getByRole('radio', { name: new RegExp(rx('option.method.1')) }).check();
    await page.getByRole('radio', { name: rx('option.productType.1'), exact: true }).check();
    await turn(page, wizard('step.patientInfoNew'), 'patientInfoNew\\?id=');
  },

  async patient(page, lang, name) {
    const { rx, wizard } = createWizardTranslators(lang);
    await write(page, rx('field.patient.name'), name);
    await choose(page, rx('field.patient.gender'), rx('option.gender.2'));
    const birth = page.getByRole('group', { name: rx('field.patient.birthDate') });
    await birth.getByRole('spinbutton').first().click();
    await page.keyboard.type('20010412');
    await write(page, rx('field.patient.address'), '18 Riverside Road');
    await write(page, rx('field.patient.clinic'), 'Riverside Dental');
    await turn(page, wizard('step.deagonsticMesNew'), 'deagonsticMesNew');
  },

  async diagnosis(page, lang) {
    const { rx } = createWizardTranslators(lang);
    await tick(page, rx('option.diagnosis.100'));
    await choose(page, rx('field.diagnosis.bite'), rx('option.bite.taken'));
  },

  complaint: (page, lang, complaint) =>
    write(page, createWizardTranslators(lang).rx('field.diagnosis.complaint'), complaint),

  toPrescription: (page, lang) =>
    turn(page, createWizardTranslators(lang).wizard('step.transparentToothNew'), 'transparentToothNew'),

  async aligners(page, lang) {
    const { rx } = createWizardTranslators(lang);
    await choose(
      page,
      rx('field.prescription.overjet'),
      optionWithMeasurePattern(rx('option.grade.moderate')),
    );
    await choose(
      page,
      rx('field.prescription.overbite'),
      optionWithMeasurePattern(rx('option.grade.severe')),
    );
    await choose(
      page,
      rx('field.prescription.molarRight'),
      optionWithMeasurePattern(rx('option.molar.neutral')),
    );
    await choose(
      page,
      rx('field.prescription.molarLeft'),
      optionWithMeasurePattern(rx('option.molar.neutral')),
    );
  },

  async markers(page, lang) {
    const { wizard, tooth } = createWizardTranslators(lang);
    await turn(page, wizard('step.transparentMarkerNew'), 'transparentMarkerNew');
    await page.getByRole('radio', { name: tooth('tool.noMove') }).check();
    await page.getByRole('gridcell', { name: /^17/ }).click();
    await expect(page.getByRole('gridcell', { name: /^17.+/ })).toBeVisible();
    await tick(page, wizard('confirmMarks'));
  },

  async files(page, lang) {
    const { rx, wizard } = createWizardTranslators(lang);
    await turn(page, wizard('step.dataUploadNew'), 'dataUploadNew');
    const into = (name: string) =>
      page.locator(`article, figure`).filter({ hasText: name }).locator('input[type="file"]').first();
    for (const arch of ['upper', 'lower'] as const)
      await into(rx(`slot.${arch}`)).setInputFiles(modelFiles[arch]);
    for (const [i, slot] of slots.photo.entries())
      await into(rx(`slot.${slot}`)).setInputFiles(photoFiles[i] ?? []);
    await into(rx('slot.lateral')).setInputFiles(radiographFile);
    await expect(page.getByText(wizard('complete'), { exact: true })).toBeVisible();
    // The wizard prefills the default address without saving it.
    await page.keyboard.press('Control+s');
  },

  async submit(page, lang) {
    const { wizard, cases } = createWizardTranslators(lang);
    await page.getByRole('button', { name: wizard('footer.submit'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(cases('confirm.submitCase'));
    await dialog.getByRole('button', { name: cases('action.submitCase'), exact: true }).click();
    await page.waitForURL(/caseDetail/);
  },
};
