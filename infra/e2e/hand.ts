/** What a doctor's hand does in the wizard, one step after the other; with a mouse (mouse.ts) or a keyboard (keyboard.ts). */
import type { Page } from '@playwright/test';
import { slots } from '#events/case/options.ts';
import { png } from '../testing/generate/image.ts';
import { smallArch } from '../testing/models.ts';
import { createTranslator, type Lang } from '../testing/words.ts';

/** Clear aligners or lingual brackets. */
export type Method = 1 | 2;

export type Step = (page: Page, lang: Lang) => Promise<void>;

export type Hand = {
  /** Begins a case; leaves the patient's step open. */
  begin: (page: Page, lang: Lang, method: Method) => Promise<void>;
  /** Leaves the diagnosis's step open. */
  patient: (page: Page, lang: Lang, name: string) => Promise<void>;
  diagnosis: Step;
  complaint: (page: Page, lang: Lang, said: string) => Promise<void>;
  toPrescription: Step;
  aligners: Step;
  /** Opens the step of the tooth marks, and marks. */
  markers: Step;
  /** Opens the step of the records, gives photos, a radiograph and both models, waits until the server has them. */
  files: Step;
  submit: Step;
};

/** The words of the wizard in a language. */
export const said = (lang: Lang) => ({
  rx: createTranslator(lang, 'rx'),
  wizard: createTranslator(lang, 'wizard'),
  cases: createTranslator(lang, 'case'),
  tooth: createTranslator(lang, 'tooth'),
  lingual: createTranslator(lang, 'lingual'),
  shell: createTranslator(lang, 'shell'),
});

/** Photos, no two alike, one for each slot. */
export const photos = slots.photo.map((slot, i) => pictureOf(slot, 20 + 25 * i));
export const radiograph = pictureOf('lateral', 5);
/** Small ones: a walk is about the way, and the server reads a large model for seconds. */
export const models = { upper: modelOf('upper', smallArch(5)), lower: modelOf('lower', smallArch(-5)) };

function pictureOf(name: string, shade: number) {
  return { name: `${name}.png`, mimeType: 'image/png', buffer: png(64, 48, shade) };
}

function modelOf(name: string, buffer: Buffer) {
  return { name: `${name}.stl`, mimeType: 'model/stl', buffer };
}

/** The name of an answer that has its measure beside it. */
export const measured = (word: string) => new RegExp(`^${word}\\s*[≤>IVX\\d]`);
