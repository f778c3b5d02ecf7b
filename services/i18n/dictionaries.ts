/** The dictionaries of web/i18n as the server reads them: the same files, the same keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { createInstance, type Resource, type TFunction } from 'i18next';

export const languages = ['en', 'zh-CN'] as const;
export type Lang = (typeof languages)[number];

export type Words = {
  /**
   * The words of a key such as `error:104000`. The first of several keys that has any is taken; `undefined` where none
   * has: the caller says what stands in its place.
   */
  find(
    lang: Lang,
    keys: string | readonly string[],
    values?: Record<string, string | number>,
  ): string | undefined;
  /** A language's own `t`, for words that the browser's code puts together. */
  t(lang: Lang): TFunction;
  /** A namespace as it stands in its file; the caller says what is in it. */
  namespace<T>(lang: Lang, name: string): T;
};

const folder = new URL('../../web/i18n/', import.meta.url);

function read(lang: Lang, dir: URL): Resource[string] {
  const names = readdirSync(new URL(`${lang}/`, dir)).filter(name => name.endsWith('.json'));
  return Object.fromEntries(
    names.map(name => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(new URL(`${lang}/${name}`, dir), 'utf8')),
    ]),
  );
}

/** Reads every dictionary once. @throws Error where a file is missing or is not JSON */
export function loadWords(dir: URL = folder): Words {
  const i18n = createInstance();
  void i18n.init({
    resources: Object.fromEntries(languages.map(lang => [lang, read(lang, dir)])),
    lng: 'en',
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  });
  const fixed = { en: i18n.getFixedT('en'), 'zh-CN': i18n.getFixedT('zh-CN') };
  return {
    find: (lang, keys, values) => {
      const list = typeof keys === 'string' ? [keys] : keys;
      const key = list.find(k => i18n.exists(k, { lng: lang }));
      if (key === undefined) return undefined;
      const words: unknown = fixed[lang](key, values ?? {});
      return typeof words === 'string' ? words : undefined;
    },
    t: lang => fixed[lang],
    namespace: (lang, name) => i18n.getResourceBundle(lang, name),
  };
}

/** The language that a text such as a cookie or a query says, if it is one of ours. */
export function languageNamed(text: string | undefined): Lang | undefined {
  if (text === undefined) return undefined;
  const [primary = ''] = text.toLowerCase().split(/[-_]/);
  return primary === 'zh' ? 'zh-CN' : primary === 'en' ? 'en' : undefined;
}

/** The language that an Accept-Language asks for most; English where it asks for none of ours. */
export function languageAccepted(header: string | undefined): Lang {
  const asked = (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...rest] = part.trim().split(';');
      const q = Number(/q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? '1');
      return { lang: languageNamed(tag), q: Number.isNaN(q) ? 0 : q };
    })
    .filter(a => a.lang !== undefined && a.q > 0)
    .sort((a, b) => b.q - a.q);
  return asked[0]?.lang ?? 'en';
}
