/** Steps of a doctor in the wizard, performed by mouse (mouse.ts) or keyboard (keyboard.ts). */
import type { Page } from '@playwright/test';
import { slots } from '#events/case/options.ts';
import { png } from '../testing/generate/image.ts';
import { smallArch } from '../testing/models.ts';
import { createTranslator, type Lang } from '../testing/words.ts';

/** Treatment method: 1 clear aligners, 2 lingual brackets. */
export type Method = 1 | 2;

export type Step = (page: Page, lang: Lang) => Promise<void>;

export type Hand = {
  /** Begins a case and opens the patient step. */
  begin: (page: Page, lang: Lang, method: Method) => Promise<void>;
  /** Fills in the patient and opens the diagnosis step. */
  patient: (page: Page, lang: Lang, name: string) => Promise<void>;
  diagnosis: Step;
  complaint: (page: Page, lang: Lang, said: string) => Promise<void>;
  toPrescription: Step;
  aligners: Step;
  /** Opens the tooth marks step and sets marks. */
  markers: Step;
  /**
   * Opens the records step, uploads photos, a radiograph and both models, and waits until the server has
   * them.
   */
  files: Step;
  submit: Step;
};

/** Translators of the wizard's namespaces in a language. */
export const said = (lang: Lang) => ({
  rx: createTranslator(lang, 'rx'),
  wizard: createTranslator(lang, 'wizard'),
  cases: createTranslator(lang, 'case'),
  tooth: createTranslator(lang, 'tooth'),
  lingual: createTranslator(lang, 'lingual'),
  shell: createTranslator(lang, 'shell'),
});

/** Photos for all slots; no two are alike. */
export const photos = slots.photo.map((slot, i) => pictureOf(slot, 20 + 25 * i));
export const radiograph = pictureOf('lateral', 5);
/** Small models, because these tests exercise the wizard, and the server reads large models for seconds. */
export const models = { upper: modelOf('upper', smallArch(5)), lower: modelOf('lower', smallArch(-5)) };

function pictureOf(name: string, shade: number) {
  return { name: `${name}.png`, mimeType: 'image/png', buffer: png(64, 48, shade) };
}

function modelOf(name: string, buffer: Buffer) {
  return { name: `${name}.stl`, mimeType: 'model/stl', buffer };
}

/** The name of an answer that has its measure beside it. */
export const measured = (word: string) => new RegExp(`^${word}\\s*[≤>IVX\\d]`);
