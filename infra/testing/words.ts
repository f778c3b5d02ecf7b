/** The dictionaries, so that tests name things as people see them. */
import { readFileSync } from 'node:fs';

export type Lang = 'en' | 'zh-CN';

/** A dictionary as its file has it. */
export const dictionary = (lang: Lang, namespace: string) =>
  JSON.parse(readFileSync(new URL(`../../web/i18n/${lang}/${namespace}.json`, import.meta.url), 'utf8'));

/** `words('en', 'case')('action.submitCase')`; {{names}} are filled in. */
export function words(
  lang: Lang,
  namespace: string,
): (key: string, values?: Record<string, string | number>) => string {
  const all: unknown = dictionary(lang, namespace);
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], all);
    if (typeof found !== 'string') throw new Error(`${lang}/${namespace} has no ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
