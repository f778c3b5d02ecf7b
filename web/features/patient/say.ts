/** Words of one language without a library: a key, its plural, and what goes into it. */

export type Words = { readonly [key: string]: string | Words };
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

const found = (words: Words, key: string): string | undefined => {
  let at: string | Words | undefined = words;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
};

/** A key that has no words says itself. */
export function sayIn(lang: string, words: Words): Say {
  const plural = new Intl.PluralRules(lang);
  return (key, values = {}) => {
    const { count } = values;
    const counted = typeof count === 'number' ? found(words, `${key}_${plural.select(count)}`) : undefined;
    const text = counted ?? found(words, key) ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
