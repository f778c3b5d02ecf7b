/** The dictionaries, so that tests name things as people see them. */
import { readFileSync } from 'node:fs';

export type Lang = 'en' | 'zh-CN';

/** `words('en', 'case')('action.submitCase')`; {{names}} are filled in. */
export function words(
  lang: Lang,
  namespace: string,
): (key: string, values?: Record<string, string | number>) => string {
  const file = new URL(`../../web/i18n/${lang}/${namespace}.json`, import.meta.url);
  const all: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], all);
    if (typeof found !== 'string') throw new Error(`${lang}/${namespace} has no ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
