/** Reads the translations of the user interface, so that tests find texts as users see them. */
import { readFileSync } from 'node:fs';

export type Lang = 'en' | 'zh-CN';

/** Parses the JSON file of a dictionary. */
export const readTranslations = (lang: Lang, namespace: string) =>
  JSON.parse(readFileSync(new URL(`../../web/i18n/${lang}/${namespace}.json`, import.meta.url), 'utf8'));

/** Returns a translator: `words('en', 'case')('action.submitCase')`. It replaces {{names}} with `values`. */
export function createTranslator(
  lang: Lang,
  namespace: string,
): (key: string, values?: Record<string, string | number>) => string {
  const all: unknown = readTranslations(lang, namespace);
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], all);
    if (typeof found !== 'string') throw new Error(`${lang}/${namespace} has no ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
