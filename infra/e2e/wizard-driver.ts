/** Steps of a doctor in the wizard, performed by mouse (mouse.ts) or keyboard (keyboard.ts). */
import type { Page } from '@playwright/test';
import { slots } from '#events/case/options.ts';
import { createPng } from '../testing/generate/image.ts';
import { createSmallArchStl } from '../testing/models.ts';
import { createTranslator, type Lang } from '../testing/translations.ts';

export type WizardStep = (page: Page, lang: Lang) => Promise<void>;

export type WizardDriver = {
  /** Begins a case of clear aligners and opens the patient step. */
  begin: WizardStep;
  /** Fills in the patient and opens the diagnosis step. */
  patient: (page: Page, lang: Lang, name: string) => Promise<void>;
  diagnosis: WizardStep;
  complaint: (page: Page, lang: Lang, said: string) => Promise<void>;
  toPrescription: WizardStep;
  aligners: WizardStep;
  /** Opens the tooth marks step and sets marks. */
  markers: WizardStep;
  /**
   * Opens the records step, uploads photos, a radiograph and both models, and waits until the server has
   * them.
   */
  files: WizardStep;
  submit: WizardStep;
};

/** Translators of the wizard's namespaces in a language. */
export const createWizardTranslators = (lang: Lang) => ({
  rx: createTranslator(lang, 'rx'),
  wizard: createTranslator(lang, 'wizard'),
  cases: createTranslator(lang, 'case'),
  tooth: createTranslator(lang, 'tooth'),
  shell: createTranslator(lang, 'shell'),
});

/** Photos for all slots; no two are alike. */
export const photoFiles = slots.photo.map((slot, i) => pictureOf(slot, 20 + 25 * i));
export const radiographFile = pictureOf('lateral', 5);
/** Small models, because these tests exercise the wizard, and the server reads large models for seconds. */
export const modelFiles = {
  upper: modelOf('upper', createSmallArchStl(5)),
  lower: modelOf('lower', createSmallArchStl(-5)),
};

function pictureOf(name: string, shade: number) {
  return { name: `${name}.png`, mimeType: 'image/png', buffer: createPng(64, 48, shade) };
}

function modelOf(name: string, buffer: Buffer) {
  return { name: `${name}.stl`, mimeType: 'model/stl', buffer };
}

/** Matches the accessible name of an option that is followed by its measure, such as `≤ 2 mm`. */
export const optionWithMeasurePattern = (word: string) => new RegExp(`^${word}\\s*[≤>IVX\\d]`);
