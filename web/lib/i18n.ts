/** Words: one i18next a language on the server, one a page in the browser. */
import { type BackendModule, createInstance, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next/initReactI18next';

export const languages = ['en', 'zh-CN'] as const;
export type Lang = (typeof languages)[number];
export type Dictionaries = Record<string, ResourceKey>;

/** What every page of the app needs; a route's `staticData.ns` adds its own. */
const baseNamespaces = ['common', 'shell', 'error', 'case'] as const;

/** Chinese where the cookie says so, otherwise English (product-spec.md 1). */
export const langOf = (cookie: string | undefined): Lang => (/^zh\b/i.test(cookie ?? '') ? 'zh-CN' : 'en');

/** Words of one language; `dictionaries` are there at once, the `backend` fetches others when they are asked for. */
export function createWords(lang: Lang, dictionaries: Dictionaries, backend?: BackendModule): i18n {
  const instance = createInstance();
  if (backend) instance.use(backend);
  void instance.use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    load: 'currentOnly',
    ns: Object.keys(dictionaries),
    defaultNS: 'common',
    resources: { [lang]: dictionaries },
    partialBundledLanguages: true,
    initAsync: false,
    interpolation: { escapeValue: false },
    // Words that are laid over others are drawn at once.
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  return instance;
}

/** The namespaces that these routes name, with the base. */
export function namespacesOf(matches: readonly { staticData: { ns?: readonly string[] } }[]): string[] {
  return [...new Set([...baseNamespaces, ...matches.flatMap(match => match.staticData.ns ?? [])])];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Namespaces of words that the route's page needs before it is drawn. */
    ns?: readonly string[];
    /** What the window is called: a key of the words. */
    title?: string;
    /** The page is of the case that `?id=` names: so is its window. */
    ofCase?: boolean;
    /** No top bar: the page has the whole window. */
    bare?: boolean;
  }
}
