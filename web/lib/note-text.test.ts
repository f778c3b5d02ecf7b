import { readFileSync } from 'node:fs';
import { createInstance, type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { noteText } from './note-text.ts';

const rx = (lang: string) =>
  JSON.parse(readFileSync(new URL(`../i18n/${lang}/rx.json`, import.meta.url), 'utf8'));
const texts: Record<string, TFunction> = {};
beforeAll(async () => {
  for (const lang of ['en', 'zh-CN']) {
    const resources = { [lang]: { rx: rx(lang) } };
    texts[lang] = await createInstance().init({
      lng: lang,
      resources,
      interpolation: { escapeValue: false },
    });
  }
});
const said = (
  lang: string,
  ...args: Parameters<typeof noteText> extends [TFunction, ...infer Rest] ? Rest : never
) => noteText(texts[lang] as TFunction, ...args);

describe('a note with keyed reasons', () => {
  it('begins with the reasons in the reader’s language', () => {
    const refusal = { note: '13 太快', reasons: ['movement', 'order-differs'] as const };
    expect(said('en', refusal)).toBe('Tooth movement, Differs from the order: 13 太快');
    expect(said('zh-CN', refusal)).toBe('牙齿移动、与订单不符：13 太快');
    expect(said('en', refusal, true)).toBe('Tooth movement, Differs from the order: “13 太快”');
  });
  it('is the note alone if no reasons were said', () => {
    expect(said('en', { note: 'a note', reasons: [] })).toBe('a note');
    expect(said('en', { note: 'a note', reasons: [] }, true)).toBe('“a note”');
  });
  it('is the reasons alone for a viewer without the note', () => {
    expect(said('en', { note: null, reasons: ['ipr'] })).toBe('IPR');
    expect(said('en', { note: null, reasons: [] })).toBe('');
  });
});
