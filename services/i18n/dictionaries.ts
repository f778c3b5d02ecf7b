/** The dictionaries of web/i18n on the server: the same files and keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { createInstance, type Resource, type TFunction } from 'i18next';

export const languages = ['en', 'zh-CN'] as const;
export type Lang = (typeof languages)[number];

export type Dictionaries = {
  /**
   * Returns the text of a key such as `error:104000`, or of the first of several keys that has a text; undefined if
   * none has.
   */
  find(
    lang: Lang,
    keys: string | readonly string[],
    values?: Record<string, string | number>,
  ): string | undefined;
  /** The `t` function of a language, for code shared with the browser. */
  t(lang: Lang): TFunction;
  /** Returns a namespace as it is in its file. The caller states its type. */
  namespace<T>(lang: Lang, name: string): T;
};

const folder = new URL('../../web/i18n/', import.meta.url);

function read(lang: Lang): Resource[string] {
  const names = readdirSync(new URL(`${lang}/`, folder)).filter(name => name.endsWith('.json'));
  return Object.fromEntries(
    names.map(name => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(new URL(`${lang}/${name}`, folder), 'utf8')),
    ]),
  );
}

let loaded: Dictionaries | undefined;

/** Returns the dictionaries, read once in a process. @throws Error if a file is missing or not JSON */
export function loadDictionaries(): Dictionaries {
  loaded ??= readAll();
  return loaded;
}

function readAll(): Dictionaries {
  const i18n = createInstance();
  void i18n.init({
    resources: Object.fromEntries(languages.map(lang => [lang, read(lang)])),
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

/** The language named by a cookie or a query, if supported. */
export function parseLanguage(text: string | undefined): Lang | undefined {
  if (text === undefined) return undefined;
  const [primary = ''] = text.toLowerCase().split(/[-_]/);
  return primary === 'zh' ? 'zh-CN' : primary === 'en' ? 'en' : undefined;
}

/** The preferred supported language of an Accept-Language header. Default: English. */
export function parsePreferredLanguage(header: string | undefined): Lang {
  const asked = (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...rest] = part.trim().split(';');
      const q = Number(/q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? '1');
      return { lang: parseLanguage(tag), q: Number.isNaN(q) ? 0 : q };
    })
    .filter(a => a.lang !== undefined && a.q > 0)
    .sort((a, b) => b.q - a.q);
  return asked[0]?.lang ?? 'en';
}
