/** Fills in the wizard by keyboard alone. */
import { expect, type Page } from '@playwright/test';
import { openLivePage } from './fixtures.ts';
import { chooseFiles, chooseRadio, tabTo, tickCheckbox, typeInto } from './keys.ts';
import {
  createWizardTranslators,
  modelFiles,
  optionWithMeasurePattern,
  photoFiles,
  radiographFile,
  type WizardDriver,
} from './wizard-driver.ts';

const group = (page: Page, name: string) => page.getByRole('radiogroup', { name, exact: true });
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Goes to the next step with Alt+PageDown, which works from any focused element. */
async function turn(page: Page, step: string): Promise<void> {
  await page.keyboard.press('Alt+PageDown');
  await page.waitForURL(new RegExp(step));
}

export const keyboardWizardDriver: WizardDriver = {
  async begin(page, lang) {
    const { rx, shell } = createWizardTranslators(lang);
    await openLivePage(page, '/workbench');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.insertText(shell('palette.newCase'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/pcEnter/);
    await chooseRadio(page, group(page, rx('field.prescription.method')), new RegExp(rx('option.method.1')));
    await chooseRadio(page, group(page, rx('field.prescription.productType')), rx('option.productType.1'));
    await turn(page, 'patientInfoNew');
  },

  async patient(page, lang, name) {
    const { rx, wizard } = createWizardTranslators(lang);
    await typeInto(page, text(page, rx('field.patient.name')), name);
    await chooseRadio(page, group(page, rx('field.patient.gender')), rx('option.gender.1'));
    await tabTo(page, page.getByRole('group', { name: rx('field.patient.birthDate') }));
    await page.keyboard.type('20030219');
    await typeInto(page, text(page, rx('field.patient.address')), '5 Bund Road');
    await typeInto(page, text(page, rx('field.patient.clinic')), 'Bund Dental');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(new RegExp(`^${wizard('save.saved')}`))).toBeVisible();
    await turn(page, 'deagonsticMesNew');
  },

  async diagnosis(page, lang) {
    const { rx } = createWizardTranslators(lang);
    await tickCheckbox(page, page.getByRole('checkbox', { name: rx('option.diagnosis.100') }));
    await chooseRadio(page, group(page, rx('field.diagnosis.bite')), rx('option.bite.taken'));
  },

  async complaint(page, lang, complaint) {
    const { rx } = createWizardTranslators(lang);
    await typeInto(page, text(page, rx('field.diagnosis.complaint')), complaint);
    // Escape has no function here: the typed text stays.
    await page.keyboard.press('Escape');
    await expect(text(page, rx('field.diagnosis.complaint'))).toHaveValue(complaint);
  },

  toPrescription: page => turn(page, 'transparentToothNew'),

  async aligners(page, lang) {
    const { rx } = createWizardTranslators(lang);
    await chooseRadio(
      page,
      group(page, rx('field.prescription.overbite')),
      optionWithMeasurePattern(rx('option.grade.severe')),
    );
    await chooseRadio(
      page,
      group(page, rx('field.prescription.overjet')),
      optionWithMeasurePattern(rx('option.grade.moderate')),
    );
    await chooseRadio(
      page,
      group(page, rx('field.prescription.molarRight')),
      optionWithMeasurePattern(rx('option.molar.neutral')),
    );
    await chooseRadio(
      page,
      group(page, rx('field.prescription.molarLeft')),
      optionWithMeasurePattern(rx('option.molar.neutral')),
    );
  },

  async markers(page, lang) {
    const { wizard, tooth } = createWizardTranslators(lang);
    await turn(page, 'transparentMarkerNew');
    const tools = page.getByRole('radiogroup', { name: tooth('tool.label') });
    await chooseRadio(page, tools, new RegExp(`^${tooth('tool.noMove')}`));
    await tabTo(page, page.getByRole('grid'));
    for (const key of ['1', '7', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('gridcell', { name: /^17.+/ })).toHaveAttribute('aria-selected', 'true');
    await tickCheckbox(page, page.getByRole('checkbox', { name: wizard('confirmMarks') }));
  },

  async files(page, lang) {
    await turn(page, 'dataUploadNew');
    const { rx, wizard } = createWizardTranslators(lang);
    for (const arch of ['upper', 'lower'] as const)
      await chooseFiles(
        page,
        page.getByLabel(wizard('files.dropModel', { name: rx(`slot.${arch}`) })),
        modelFiles[arch],
      );
    await chooseFiles(page, page.getByLabel(wizard('files.dropPhotos'), { exact: true }), photoFiles);
    const one = page.getByLabel(wizard('files.dropPhoto', { name: rx('slot.lateral') }));
    await chooseFiles(page, one, radiographFile);
    await expect(page.getByText(wizard('complete'), { exact: true })).toBeVisible();
  },

  async submit(page, lang) {
    const { cases } = createWizardTranslators(lang);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog')).toContainText(cases('confirm.submitCase'));
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/caseDetail/);
  },
};
