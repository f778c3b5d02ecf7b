/** Translation in one language without a library: key, plural, and interpolation. */

export type TranslationTable = { readonly [key: string]: string | TranslationTable };
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

const found = (words: TranslationTable, key: string): string | undefined => {
  let at: string | TranslationTable | undefined = words;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
};

/** A missing key is returned as text. */
export function createTranslator(lang: string, words: TranslationTable): Translate {
  const plural = new Intl.PluralRules(lang);
  return (key, values = {}) => {
    const { count } = values;
    const counted = typeof count === 'number' ? found(words, `${key}_${plural.select(count)}`) : undefined;
    const text = counted ?? found(words, key) ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
